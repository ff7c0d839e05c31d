-- The terms of an offer apply to a sale unchanged (docs/line-ledger.md). So lines and passes refer to the terms that
-- they were sold with.

create table public.sale_terms (
  id uuid primary key default gen_random_uuid(),
  fingerprint text not null unique,
  offer_id text not null check (length(offer_id) between 1 and 100),
  refund_rules jsonb not null check (jsonb_typeof(refund_rules) = 'array'),
  cancellation text,
  min_age integer,
  max_age integer,
  make_ups integer not null check (make_ups >= 0),
  pause_days integer not null default 0 check (pause_days >= 0),
  pauses integer not null default 0 check (pauses >= 0),
  pause_notice_days integer not null default 0 check (pause_notice_days >= 0),
  sibling_credits boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.sale_terms is
  'The terms of an offer as they were published at some time. Rows never change. A line, the line that it is moved '
  'to, and a pass all refer to the row that was in force at their sale.';
comment on column public.sale_terms.fingerprint is
  'The hash of the offer and all terms, so that equal terms share one row.';
comment on column public.sale_terms.offer_id is
  'The offer that was sold. There is no foreign key, because the row is written just before the offer.';
comment on column public.sale_terms.refund_rules is
  '[{hours_before, percent} or {days_after_purchase, percent}]. The first rule that applies decides; without a rule '
  'nothing is refunded. days_after_purchase lasts until the end of that day in Singapore. Of a pass it refunds the '
  'unused share.';
comment on column public.sale_terms.cancellation is 'The refund rules in words, as the parent read them.';
comment on column public.sale_terms.min_age is
  'The lowest age in years on the first day of a place of this offer. min_age and max_age are inclusive. It is null if '
  'there is no limit.';
comment on column public.sale_terms.make_ups is 'The number of missed sessions of a pass that can be made up.';
comment on column public.sale_terms.pause_days is
  'For how many days in all a family may pause a pass. It is 0 if it may not pause it.';
comment on column public.sale_terms.pauses is 'How many times a family may pause a pass.';
comment on column public.sale_terms.pause_notice_days is
  'A pause that a family makes begins at least so many days after the day on which it is made.';
comment on column public.sale_terms.sibling_credits is
  'Whether a family may move credits of the pass to another of its children.';

alter table public.sale_terms enable row level security;
revoke all on table public.sale_terms from anon, authenticated, service_role;
grant select on public.sale_terms to authenticated, service_role;
create policy "Admins read the terms of all sales" on public.sale_terms
  for select to authenticated using ((select private.is_admin()));
create trigger refuse_change before update or delete or truncate on public.sale_terms
  for each statement execute function private.refuse_change();

create function private.positive_rule(p_details jsonb, p_key text, p_most integer)
returns integer
language plpgsql
immutable
set search_path = ''
as $$
begin
  return case when private.is_whole(p_details -> p_key, 1, p_most) then (p_details ->> p_key)::numeric::integer end;
end;
$$;
comment on function private.positive_rule(jsonb, text, integer) is
  'Returns a rule of an offer that is a whole number from 1 to p_most. Otherwise returns null, because publishing has '
  'refused other values.';

create function private.save_sale_terms(p_offer_id text, p_details jsonb, p_cancellation text)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_terms constant jsonb := jsonb_build_object(
    'offer_id', p_offer_id,
    'refund_rules', coalesce(nullif(p_details -> 'refund_rules', 'null'), '[]'),
    'cancellation', p_cancellation,
    -- Publishing has refused other values, and a check constraint of the table refuses them again.
    'min_age', case when private.is_whole(p_details -> 'min_age', 0, 3660) then p_details -> 'min_age' end,
    'max_age', case when private.is_whole(p_details -> 'max_age', 0, 3660) then p_details -> 'max_age' end,
    'make_ups', case when private.is_whole(p_details -> 'make_ups', 0, 1000) then p_details -> 'make_ups' else '0' end)
    -- Terms without these rules keep their fingerprint.
    || jsonb_strip_nulls(jsonb_build_object(
      'pause_days', private.positive_rule(p_details, 'pause_days', 366),
      'pauses', private.positive_rule(p_details, 'pauses', 20),
      'pause_notice_days', private.positive_rule(p_details, 'pause_notice_days', 60),
      'sibling_credits', case when p_details -> 'sibling_credits' = 'true' then true end));
  v_fingerprint constant text := md5(v_terms::text);
  v_id uuid;
begin
  insert into public.sale_terms (fingerprint, offer_id, refund_rules, cancellation, min_age, max_age, make_ups, pause_days,
    pauses, pause_notice_days, sibling_credits)
  select v_fingerprint, p_offer_id, v_terms -> 'refund_rules', p_cancellation, (v_terms ->> 'min_age')::numeric::integer,
    (v_terms ->> 'max_age')::numeric::integer, (v_terms ->> 'make_ups')::numeric::integer,
    coalesce((v_terms ->> 'pause_days')::integer, 0), coalesce((v_terms ->> 'pauses')::integer, 0),
    coalesce((v_terms ->> 'pause_notice_days')::integer, 0), coalesce((v_terms ->> 'sibling_credits')::boolean, false)
  where not exists (select from public.sale_terms where fingerprint = v_fingerprint)
  on conflict (fingerprint) do nothing;
  select id into v_id from public.sale_terms where fingerprint = v_fingerprint;
  return v_id;
end;
$$;
comment on function private.save_sale_terms(text, jsonb, text) is
  'Returns the id of the row with these terms of an offer (its details and cancellation text). If it does not exist, '
  'creates it.';

create function private.terms_view(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select to_jsonb(t) - '{id,fingerprint,offer_id,created_at}'::text[] from public.sale_terms t where t.id = p_id $$;
comment on function private.terms_view(uuid) is 'Returns the terms of a sale for a family''s data export.';

create function private.refuse_other_terms()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'what was sold keeps its terms';
end;
$$;
comment on function private.refuse_other_terms() is 'Trigger: refuses to change the terms of a held or sold line.';
