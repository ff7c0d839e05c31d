-- A consent is never edited, and the latest entry counts (spec 1 §3).

create type public.consent_purpose as enum ('terms', 'liability', 'medical', 'photo', 'marketing', 'activity');
comment on type public.consent_purpose is
  'terms and marketing belong to a person. The other purposes are for a child or for the whole family. activity is '
  'always for a child.';

create table public.consent_texts (
  purpose public.consent_purpose not null,
  version integer not null check (version > 0),
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) between 1 and 20000),
  published_at timestamptz not null default clock_timestamp(),
  asks_again boolean not null default true,
  primary key (purpose, version)
);
comment on table public.consent_texts is
  'The exact texts that people were asked to agree to. Of the versions that have begun, the highest one of a purpose '
  'is current. Rows are only added.';
comment on column public.consent_texts.published_at is 'When the text begins to be shown, which may be in the future.';
comment on column public.consent_texts.asks_again is
  'True if families who agreed to earlier words are asked again, with their next booking. It is false if the new words '
  'mean the same.';

create table public.consents (
  id bigint generated always as identity primary key,
  family_id uuid references public.families (id) on delete restrict,
  child_id uuid references public.children (id) on delete restrict,
  user_id uuid,
  purpose public.consent_purpose not null,
  version integer not null,
  given boolean not null,
  source text not null check (source in ('account', 'checkout', 'staff', 'merge', 'mail', 'phone')),
  order_id uuid references public.orders (id) on delete restrict,
  created_at timestamptz not null default clock_timestamp(),
  recorded_by uuid,
  check ((source = 'phone') = (recorded_by is not null)),
  foreign key (purpose, version) references public.consent_texts (purpose, version),
  check (family_id is not null or user_id is not null),
  check (child_id is null or purpose not in ('terms', 'marketing'))
);
comment on table public.consents is 'Consents that were given and withdrawn. Rows are only added.';
comment on column public.consents.family_id is 'The family. It is null for a person who has no family yet.';
comment on column public.consents.child_id is
  'It is null if the consent is for the person (terms, marketing) or the whole family.';
comment on column public.consents.user_id is
  'The account that decided. It is null for a guest. There is no foreign key, because the evidence must outlast the '
  'account.';
comment on column public.consents.version is 'The version of the text that was shown.';
comment on column public.consents.given is 'Whether the consent was given. It is false if it was withdrawn or refused.';
comment on column public.consents.recorded_by is
  'Who wrote down what a parent said by phone. There is no foreign key, as for user_id.';
comment on column public.consents.source is
  'phone means that a parent told staff, and that the family was mailed. mail means that it was withdrawn by the link '
  'in a marketing mail. merge means that the entry repeats the previous state after two families were merged, so that '
  'no consent changes.';
comment on column public.consents.order_id is 'The checkout in which the consent was given.';
create index consents_family_id on public.consents (family_id);
create index consents_child_id on public.consents (child_id);
create index consents_user_id on public.consents (user_id);
create index consents_text on public.consents (purpose, version);
create index consents_order_id on public.consents (order_id);
create unique index consents_once_per_order on public.consents (order_id, purpose, child_id) nulls not distinct
  where order_id is not null;

alter table public.consent_texts enable row level security;
alter table public.consents enable row level security;
revoke all on table public.consent_texts, public.consents from anon, authenticated, service_role;
grant select on public.consent_texts to anon, authenticated, service_role;
grant select on public.consents to authenticated, service_role;

create policy "Anyone reads consent texts" on public.consent_texts
  for select to anon, authenticated using (published_at <= clock_timestamp());

create policy "Parents read the consents of their own family, admins read all" on public.consents
  for select to authenticated using (
    family_id = (select private.my_family_id())
    or user_id = (select private.my_account())
    or (select private.is_admin())
  );

create trigger audit after insert on public.consent_texts
  for each row execute function private.audit('purpose', 'version', 'title', 'asks_again');
create trigger refuse_change before update or delete or truncate on public.consent_texts
  for each statement execute function private.refuse_change();
-- A consent is never rewritten. Only the references to its family and child may follow a merge.
create trigger refuse_change before delete or truncate on public.consents
  for each statement execute function private.refuse_change();
create trigger refuse_rewrite before update on public.consents
  for each row when (to_jsonb(new) - '{family_id,child_id}'::text[] is distinct from to_jsonb(old) - '{family_id,child_id}'::text[]
    or num_nulls(new.family_id) <> num_nulls(old.family_id) or num_nulls(new.child_id) <> num_nulls(old.child_id))
  execute function private.refuse_change();
create trigger audit after insert on public.consents
  for each row execute function private.audit('id', 'family_id', 'child_id', 'user_id', 'purpose', 'version', 'given');

create view public.current_consents with (security_invoker = true) as
  select distinct on (family_id, child_id, purpose, person)
    id, family_id, child_id, user_id, purpose, version, given, source, created_at, recorded_by
  from public.consents c
  cross join lateral (
    select case when c.purpose in ('terms', 'marketing') then coalesce(c.user_id, (
      select coalesce(f.primary_parent_id, f.secondary_parent_id) from public.families f
      where f.id = c.family_id and num_nonnulls(f.primary_parent_id, f.secondary_parent_id) = 1)) end as person) p
  order by family_id, child_id, purpose, person, created_at desc, id desc;
comment on view public.current_consents is
  'The latest entry for each family, child and purpose. For terms and marketing, it is the latest entry of each '
  'person. A guest''s entry counts as the parent''s if the family has exactly one parent.';
revoke all on public.current_consents from anon, authenticated, service_role;
grant select on public.current_consents to authenticated, service_role;

create function private.consent_version(p_purpose public.consent_purpose)
returns integer
language plpgsql
stable
set search_path = ''
as $$ begin return (select max(version) from public.consent_texts where purpose = p_purpose and published_at <= clock_timestamp()); end $$;
comment on function private.consent_version(public.consent_purpose) is
  'Returns the current version of a consent''s text.';

create function private.required_consent_version(p_purpose public.consent_purpose)
returns integer
language sql
stable
set search_path = ''
as $$
  select max(version) from public.consent_texts where purpose = p_purpose and published_at <= clock_timestamp() and asks_again
$$;
comment on function private.required_consent_version(public.consent_purpose) is
  'Returns the earliest version of a consent''s text that still counts, because later versions mean the same.';

create function private.check_purpose(p_purpose text)
returns public.consent_purpose
language plpgsql
volatile
set search_path = ''
as $$
begin
  if not coalesce(pg_input_is_valid(p_purpose, 'public.consent_purpose'), false) then
    perform private.fail('invalid_input', 'p_purpose');
  end if;
  return p_purpose::public.consent_purpose;
end;
$$;
comment on function private.check_purpose(text) is 'Returns the purpose. Fails with invalid_input (p_purpose).';

create function public.record_consent(
  p_purpose text, p_given boolean, p_version integer, p_child_id uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_purpose constant public.consent_purpose := private.check_purpose(p_purpose);
  v_user_id constant uuid := private.my_account();
  v_family_id constant uuid := private.my_family_id();
  v_consent public.consents;
begin
  if v_user_id is null then perform private.deny(); end if;
  if p_given is null then perform private.fail('invalid_input', 'p_given'); end if;
  if (p_child_id is not null and v_purpose in ('terms', 'marketing'))
    or (p_child_id is null and v_purpose = 'activity') then
    perform private.fail('invalid_input', 'p_child_id');
  end if;
  if v_family_id is null and v_purpose not in ('terms', 'marketing') then perform private.fail('family_not_found'); end if;
  if p_child_id is not null
    and not exists (select from public.children where id = p_child_id and family_id = v_family_id) then
    perform private.fail('child_not_found', 'p_child_id');
  end if;
  -- Agreeing requires the current text. Withdrawing is accepted with any version.
  if p_version is distinct from private.consent_version(v_purpose) and (p_given or p_version is null
    or not exists (select from public.consent_texts where purpose = v_purpose and version = p_version)) then
    perform private.fail('consent_text_changed', 'p_version', private.consent_version(v_purpose)::text);
  end if;
  insert into public.consents (family_id, child_id, user_id, purpose, version, given, source)
  values (v_family_id, p_child_id, v_user_id, v_purpose, p_version, p_given, 'account')
  returning * into v_consent;
  return to_jsonb(v_consent) - '{id,order_id}'::text[];
end;
$$;
comment on function public.record_consent(text, boolean, integer, uuid) is
  'Gives or withdraws a consent. p_version is the version that the caller has read. Returns the entry. Fails with '
  'family_not_found, child_not_found, consent_text_changed (detail: the current version). Definer: person and family '
  'come from the token.';
grant execute on function public.record_consent(text, boolean, integer, uuid) to authenticated;
select private.answer_calls('public.record_consent(text, boolean, integer, uuid)', 'record_consent');

create function private.agreed_before(
  p_family_id uuid, p_user_id uuid, p_child_id uuid, p_purpose public.consent_purpose)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  if p_child_id is not null then return private.has_consent(p_family_id, p_child_id, p_purpose); end if;
  return coalesce((
    select c.given from public.consents c
    where c.family_id = p_family_id and c.purpose = p_purpose
      and (c.user_id is not distinct from p_user_id or (c.user_id is null or p_user_id is null) and exists (
        select from public.families f where f.id = p_family_id
          and num_nonnulls(f.primary_parent_id, f.secondary_parent_id) < 2))
    order by c.created_at desc, c.id desc limit 1), false);
end;
$$;
comment on function private.agreed_before(uuid, uuid, uuid, public.consent_purpose) is
  'Returns whether the latest recorded answer of a child or, if p_child_id is null, of the person is yes.';

create function private.record_checkout_consents(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  insert into public.consents (family_id, child_id, user_id, purpose, version, given, source, order_id, created_at)
  select o.family_id, c.child_id, o.user_id, a.purpose, (a.value ->> 'version')::integer, (a.value ->> 'given')::boolean,
    case o.channel when 'desk' then 'staff' else 'checkout' end, o.id, o.consents_at
  from public.orders o
  cross join lateral (select key::public.consent_purpose as purpose, value from jsonb_each(o.consents)) a
  -- Terms and marketing apply to the household, the other purposes to each child.
  cross join lateral (
    select null::uuid as child_id where a.purpose in ('terms', 'marketing')
    union
    select child_id from public.order_children
    where order_id = o.id and child_id is not null and a.purpose not in ('terms', 'marketing')
  ) c
  where o.id = p_order_id and o.consents_at is not null
    -- The boxes start empty, so an empty one is no withdrawal of an earlier yes.
    and ((a.value ->> 'given')::boolean
      or not private.agreed_before(o.family_id, o.user_id, c.child_id, a.purpose))
  on conflict do nothing;
end;
$$;
comment on function private.record_checkout_consents(uuid) is
  'Copies the consents of a checkout to the family and children of the paid order, once per order. An empty box never '
  'withdraws an earlier yes.';
