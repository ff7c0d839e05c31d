-- Families that may be the same are suggested to staff, who either merge them or say that they are not the same
-- (docs/decisions "Families that may be the same").

create function private.mail_key(p_email text)
returns text
language sql
immutable
set search_path = ''
as $$ select regexp_replace(lower(p_email), '^([^+@]+)\+[^@]*@', '\1@') $$;
comment on function private.mail_key(text) is
  'Returns an e-mail address for comparison. It is in lower case, without the part after a plus.';

create function private.postal_code(p_address text)
returns text
language sql
immutable
set search_path = ''
as $$ select substring(p_address from '\m([0-9]{6})\M') $$;
comment on function private.postal_code(text) is
  'Returns the first six-digit number of an address in Singapore, or null if it has none.';

create index families_mail_key on public.families ((private.mail_key(contact_email)));
create index profiles_mail_key on public.profiles ((private.mail_key(email))) where family_id is not null;
create index profiles_phone on public.profiles (phone) where family_id is not null;
create index profiles_same on public.profiles ((private.name_key(name)), (private.postal_code(address))) where family_id is not null;

create table public.distinct_families (
  family_id uuid not null references public.families (id) on delete cascade,
  other_id uuid not null references public.families (id) on delete cascade,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz not null default clock_timestamp(),
  primary key (family_id, other_id),
  check (family_id < other_id)
);
comment on table public.distinct_families is
  'Pairs of families that are not the same, as staff decided. They are not suggested again.';
create index distinct_families_other_id on public.distinct_families (other_id);
create index distinct_families_decided_by on public.distinct_families (decided_by);
alter table public.distinct_families enable row level security;
revoke all on table public.distinct_families from anon, authenticated, service_role;
create trigger audit after insert or delete on public.distinct_families
  for each row execute function private.audit('family_id', 'family_id', 'other_id');

create function private.are_distinct(p_family_id uuid, p_other_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.distinct_families
    where family_id = least(p_family_id, p_other_id) and other_id = greatest(p_family_id, p_other_id))
$$;
comment on function private.are_distinct(uuid, uuid) is
  'Returns whether staff decided that two families are not the same.';

create function private.similar_family_ids()
returns setof uuid
language sql
stable
set search_path = ''
as $$
  with key as materialized (
    select 'email' as same, private.mail_key(f.contact_email) as value, f.id from public.families f where f.erased_at is null
    union select 'email', private.mail_key(p.email), p.family_id from public.profiles p where p.family_id is not null and p.email is not null
    union select 'phone', f.contact_phone, f.id from public.families f where f.erased_at is null and f.contact_phone is not null
    union select 'phone', p.phone, p.family_id from public.profiles p where p.family_id is not null and p.phone is not null
    union select 'child', c.dob || ' ' || private.name_key(c.name), c.family_id from public.children c
    -- The stored texts are compared first, because computing a name's key takes long.
    where (c.dob, c.search_text) in (
      select t.dob, t.search_text from public.children t group by t.dob, t.search_text having count(*) > 1)
    union select 'parent', private.name_key(p.name) || ' ' || private.postal_code(p.address), p.family_id from public.profiles p
    where p.family_id is not null and p.name <> '' and private.postal_code(p.address) in (
      select private.postal_code(t.address) from public.profiles t
      where t.family_id is not null group by 1 having count(*) > 1)
  ),
  -- If very many families share a number, such as an office's, this does not suggest that they are the same, and there
  -- would be too many pairs.
  shared as (select array_agg(k.id) as ids from key k group by k.same, k.value having count(*) between 2 and 20)
  select distinct a.id
  from shared s cross join lateral unnest(s.ids) a (id) cross join lateral unnest(s.ids) b (id)
  left join public.distinct_families d on d.family_id = least(a.id, b.id) and d.other_id = greatest(a.id, b.id)
  where a.id <> b.id and d.family_id is null
$$;
comment on function private.similar_family_ids() is
  'Returns families that share an address (ignoring case and what follows a plus), a number, a child (name and '
  'birthday) or a parent (name and postal code). Pairs that staff decided are not the same are left out.';

create function public.set_families_distinct(p_family_id uuid, p_other_id uuid, p_distinct boolean)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_distinct is null then perform private.fail('invalid_input', 'p_distinct'); end if;
  if p_family_id = p_other_id then perform private.fail('invalid_input', 'p_other_id'); end if;
  perform from public.families where id = p_family_id and erased_at is null for key share;
  if not found then perform private.fail('family_not_found', 'p_family_id'); end if;
  perform from public.families where id = p_other_id and erased_at is null for key share;
  if not found then perform private.fail('family_not_found', 'p_other_id'); end if;
  if p_distinct then
    insert into public.distinct_families (family_id, other_id, decided_by)
    values (least(p_family_id, p_other_id), greatest(p_family_id, p_other_id), (select auth.uid())) on conflict do nothing;
  else
    delete from public.distinct_families
    where family_id = least(p_family_id, p_other_id) and other_id = greatest(p_family_id, p_other_id);
  end if;
  return jsonb_build_object('distinct', p_distinct);
end;
$$;
comment on function public.set_families_distinct(uuid, uuid, boolean) is
  'For admins. Records that two families are not the same, or undoes that. Returns {distinct}. Fails with '
  'family_not_found. Definer: writes a closed table, after checking the caller.';
grant execute on function public.set_families_distinct(uuid, uuid, boolean) to authenticated;
select private.answer_calls('public.set_families_distinct(uuid, uuid, boolean)', 'management');
