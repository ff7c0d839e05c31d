-- If a published price is below the floor, the checkout keeps the earlier price until two different admins have
-- approved exactly the new prices (docs/decisions "Prices below the floor"). Studio and its tokens cannot approve.

create table public.price_approvals (
  id uuid primary key default gen_random_uuid(),
  offer_id text not null check (length(offer_id) between 1 and 100),
  title text not null check (length(title) between 1 and 200),
  prices jsonb not null check (jsonb_typeof(prices) = 'object'),
  reference_cents integer not null check (reference_cents > 0),
  lowest_cents integer not null check (lowest_cents > 0),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  proposed_by uuid references public.profiles (id) on delete set null,
  proposed_at timestamptz,
  approved_by uuid references public.profiles (id) on delete set null,
  approved_at timestamptz check (approved_at is null or proposed_at is not null),
  taken_over_at timestamptz check (taken_over_at is null or approved_at is not null),
  check (proposed_by <> approved_by)
);
comment on table public.price_approvals is
  'Prices that were published below the floor. publish_offers writes a row and, once it is approved, uses the prices. '
  'If the prices change, the approval starts again.';
comment on column public.price_approvals.offer_id is
  'The document of the offer. There is no foreign key, because the offer might not be sold yet.';
comment on column public.price_approvals.prices is 'All its prices by name, in cents, as in private.prices_to_guard.';
comment on column public.price_approvals.reference_cents is
  'The result of private.reference_for when it was published.';
comment on column public.price_approvals.taken_over_at is
  'When the checkout began to use the prices. The approval is then used up, so the same prices later need a new one.';
create unique index price_approvals_open on public.price_approvals (offer_id) where taken_over_at is null;
create index price_approvals_proposed_by on public.price_approvals (proposed_by);
create index price_approvals_approved_by on public.price_approvals (approved_by);

alter table public.price_approvals enable row level security;
revoke all on table public.price_approvals from anon, authenticated, service_role;
grant select on public.price_approvals to authenticated, service_role;
create policy "Admins read approvals of prices" on public.price_approvals
  for select to authenticated using ((select private.is_admin()));
create trigger touch_updated_at before update on public.price_approvals
  for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.price_approvals
  for each row execute function private.audit('id', '*', 'created_at', 'updated_at');

create function private.price_approval_life()
returns interval
language sql
immutable
set search_path = ''
as $$ select interval '7 days' $$;
comment on function private.price_approval_life() is
  'Returns for how long the first of two approvals stays valid, and for how long both stay valid until they are used.';

create function private.floor_cents(p_reference_cents integer)
returns integer
language sql
stable
set search_path = ''
as $$ select ceil(p_reference_cents * (private.settings()).offer_price_floor_percent / 100.0)::integer $$;
comment on function private.floor_cents(integer) is
  'Returns the lowest price with this reference that needs no approval. Returns 0 without a floor, and null without a '
  'reference.';

create function private.prices_below_floor(p_offers jsonb)
returns table (offer_id text, title text, revision text, prices jsonb, reference_cents integer, lowest_cents integer, approval_id uuid)
language sql
volatile
set search_path = ''
as $$
  select n.id, n.title, n.revision, p.prices, r.cents, p.lowest, (
    select a.id from public.price_approvals a
    where a.offer_id = n.id and a.taken_over_at is null and a.prices = p.prices
      and a.approved_at > clock_timestamp() - private.price_approval_life())
  from jsonb_to_recordset(p_offers) as n (
    id text, kind text, title text, revision text, price_cents numeric, details jsonb, updated_at timestamptz)
  left join public.offers o on o.id = n.id
  cross join lateral (
    -- The list has all prices, also those planned for a past moment. So it does not change as time passes.
    select jsonb_object_agg(a.id, a.cents) as prices, min(a.cents) as lowest
    from private.prices_to_guard(n.price_cents::integer, n.details, '-infinity') a) p
  cross join lateral (select private.reference_for(n.id, n.kind, n.details) as cents) r
  where (o.id is null or o.updated_at <= n.updated_at and o.revision <> n.revision)
    -- Prices that the checkout already uses need no approval.
    and (o.id is null or not private.sells_the_same(o, n.kind, n.details) or p.prices <> (
      select jsonb_object_agg(a.id, a.cents) from private.prices_to_guard(o.price_cents, o.details, '-infinity') a))
    and p.lowest::bigint * 100 < r.cents::bigint * (private.settings()).offer_price_floor_percent
$$;
comment on function private.prices_below_floor(jsonb) is
  'Returns the changed offers in p_offers with a price below the floor. approval_id is the valid approval of exactly '
  'these prices, or null.';

create function private.note_prices_below_floor(p_offers jsonb, p_is_newest boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_unapproved jsonb;
begin
  insert into public.price_approvals as a (offer_id, title, prices, reference_cents, lowest_cents)
  select f.offer_id, f.title, f.prices, f.reference_cents, f.lowest_cents
  from private.prices_below_floor(p_offers) f where f.approval_id is null
  on conflict (offer_id) where taken_over_at is null do update set
    title = excluded.title, prices = excluded.prices, reference_cents = excluded.reference_cents,
    lowest_cents = excluded.lowest_cents, created_at = clock_timestamp(),
    proposed_by = null, proposed_at = null, approved_by = null, approved_at = null
  -- If the prices differ from the approved ones, or nobody used the approval in time, the approval starts again.
  where a.prices <> excluded.prices or a.approved_at is not null;
  -- Prices that were corrected no longer wait for approval.
  if p_is_newest then
    delete from public.price_approvals a
    where a.taken_over_at is null
      and a.offer_id in (select value ->> 'id' from jsonb_array_elements(p_offers))
      and not exists (select from private.prices_below_floor(p_offers) f where f.offer_id = a.offer_id);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', f.offer_id, 'title', f.title, 'revision', f.revision, 'from_cents', f.reference_cents, 'to_cents', f.lowest_cents,
    'is_new', not exists (select from public.offers o where o.id = f.offer_id and o.active))
    order by f.offer_id), '[]')
  into v_unapproved from private.prices_below_floor(p_offers) f where f.approval_id is null;
  return v_unapproved;
end;
$$;
comment on function private.note_prices_below_floor(jsonb, boolean) is
  'Writes the prices of p_offers that lack an approval. If the list is the newest, deletes those that were corrected. '
  'Returns [{id, title, revision, from_cents: the reference, to_cents, is_new}]. The caller holds the lock '
  'of publishing.';

create function private.use_price_approvals(p_offers jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  with taken_over as (
    update public.price_approvals a set taken_over_at = clock_timestamp()
    from jsonb_to_recordset(p_offers) as n (id text, revision text, price_cents numeric, details jsonb)
    join public.offers o on o.id = n.id and o.revision = n.revision and o.active
    where a.offer_id = n.id and a.taken_over_at is null and a.approved_at > clock_timestamp() - private.price_approval_life()
      and a.prices = (
        select jsonb_object_agg(p.id, p.cents) from private.prices_to_guard(o.price_cents, o.details, '-infinity') p)
    returning a.offer_id
  )
  -- The reference ignores the rebate. So approving one price for siblings does not lower the floor for everybody.
  update public.offers o set reference_cents = (
    select min(p.cents) from private.prices_of(o.price_cents, o.details, '-infinity') p)
  from taken_over u where o.id = u.offer_id;
end;
$$;
comment on function private.use_price_approvals(jsonb) is
  'Marks the approvals of prices that the checkout now uses as used up. From then on the floor is a share of these '
  'prices.';

create function public.list_price_approvals()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', a.id, 'title', a.title, 'prices', a.prices, 'reference_cents', a.reference_cents, 'lowest_cents', a.lowest_cents,
      'since', private.iso(a.created_at), 'seen', to_jsonb(a.updated_at),
      'proposed_by', case when n.is_proposed then private.staff_name(a.proposed_by) end, 'is_proposed', n.is_proposed,
      'proposed_by_me', n.is_proposed and coalesce(a.proposed_by = (select auth.uid()), false),
      'is_approved', n.is_approved) order by a.created_at, a.id), '[]')
    from public.price_approvals a
    cross join lateral (
      select coalesce(a.proposed_at > clock_timestamp() - private.price_approval_life(), false) as is_proposed,
        coalesce(a.approved_at > clock_timestamp() - private.price_approval_life(), false) as is_approved) n
    where a.taken_over_at is null);
end;
$$;
comment on function public.list_price_approvals() is
  'For admins. Returns the prices below the floor that wait for approval, as PriceApprovals '
  '(contract/management-system.ts). Definer: names the colleague, after checking the caller.';
grant execute on function public.list_price_approvals() to authenticated;
select private.answer_calls('public.list_price_approvals()', 'management');

create function public.approve_price(p_id uuid, p_seen text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_approval public.price_approvals;
  v_user_id constant uuid := (select auth.uid());
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_approval from public.price_approvals where id = p_id and taken_over_at is null for update;
  if not found then perform private.fail('price_approval_not_found', 'p_id'); end if;
  -- An approval is for the prices that were on the screen.
  if to_jsonb(v_approval.updated_at) #>> '{}' is distinct from p_seen then perform private.fail('changed_meanwhile'); end if;
  if v_approval.approved_at > clock_timestamp() - private.price_approval_life() then
    return jsonb_build_object('approved', true);
  end if;
  -- The first approval ends after its time, or when its admin loses the role.
  if coalesce(v_approval.proposed_at <= clock_timestamp() - private.price_approval_life(), true)
    or v_approval.proposed_by is not null and not exists (
      select from public.user_roles where user_id = v_approval.proposed_by and role in ('admin', 'business_admin')) then
    update public.price_approvals set proposed_by = v_user_id, proposed_at = clock_timestamp(), approved_by = null, approved_at = null
    where id = p_id;
    return jsonb_build_object('approved', false);
  end if;
  -- If the first admin's account was deleted, nobody can tell whether it was the caller's.
  if v_approval.proposed_by is null or v_approval.proposed_by = v_user_id then perform private.fail('price_needs_another', 'p_id'); end if;
  update public.price_approvals set approved_by = v_user_id, approved_at = clock_timestamp() where id = p_id;
  -- The next sweep, within a minute, makes the checkout use the prices.
  update public.sweeps set done_at = null, position = null where name = 'content';
  return jsonb_build_object('approved', true);
end;
$$;
comment on function public.approve_price(uuid, text) is
  'For admins. Gives the first of two approvals, or the second one with another account. p_seen is seen of the row on '
  'the screen. Returns {approved}. Fails with price_approval_not_found, price_needs_another, changed_meanwhile. '
  'Definer: approvals are written only by functions.';
grant execute on function public.approve_price(uuid, text) to authenticated;
select private.answer_calls('public.approve_price(uuid, text)', 'management');
