-- Each child can buy one try-out (docs/decisions "Try-out once per child").
--
-- The checkout must not reveal who has had one. A visitor who types a child with somebody else's address or number must
-- not learn whether they bought here. So before the payment only a signed-in family is refused, and only for its own
-- children and its own verified address. All other orders continue in the same way, and the first one to be paid gets
-- the try-out. A second payment for it is refunded automatically, with a mail that gives the reason
-- (private.refuse_used_try_out). Only that try-out is refunded, because the earlier claim may come from a stranger who
-- typed the child's name. Three alternatives were rejected: a mail before every payment, which every honest guest would
-- have to wait for; a sign-in for guests, which is a second form before a first lesson; and a vaguer refusal, which
-- reveals just as much. A stranger would have to pay for each guess of a name, a birthday and an address, with a card
-- in some name; an honest parent who forgot gets the money back.

create table public.trial_claims (
  claim text,
  order_id uuid references public.orders (id) on delete cascade,
  order_line_id uuid not null references public.order_lines (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (claim, order_id)
);
comment on table public.trial_claims is
  'Which orders have claimed a child''s try-out. A claim counts while its order is paid or holds its places. Several '
  'orders can have the same claim: a verified account can buy even if somebody else typed its child.';
comment on column public.trial_claims.claim is
  'The private.fingerprint of a known child''s id, or of a name and birth date with the family or one contact. So no '
  'name is stored.';
create index trial_claims_order_id on public.trial_claims (order_id);
create index trial_claims_order_line_id on public.trial_claims (order_line_id);

alter table public.trial_claims enable row level security;
revoke all on table public.trial_claims from anon, authenticated, service_role;
grant select on public.trial_claims to service_role;

create function private.find_child(p_family_id uuid, p_name text, p_dob date)
returns uuid
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select id from public.children
  where family_id = p_family_id and private.name_key(name) = private.name_key(p_name) and dob = p_dob
  -- Anybody may have ordered for a child that a guest's order added. So the family's own child comes first.
  order by status <> 'own', created_at, id limit 1);
end;
$$;
comment on function private.find_child(uuid, text, date) is
  'Returns the child of the family with this name and birth date, or null. A signed-in parent may type a child that '
  'the family already has.';

create function private.trial_claim(p_child_id uuid)
returns text
language sql
stable
set search_path = ''
as $$ select private.fingerprint('once:child:' || p_child_id) $$;
comment on function private.trial_claim(uuid) is 'Returns the claim of a known child.';

create function private.trial_claim(p_whose text, p_name text, p_dob date)
returns text
language sql
stable
set search_path = ''
-- If two children have the same name and birthday, the family or the contact distinguishes them.
as $$ select private.fingerprint(concat_ws(':', 'once', private.name_key(p_name), p_dob, p_whose)) $$;
comment on function private.trial_claim(text, text, date) is
  'Returns the claim of a child by name and birth date, within a family (its id) or under a contact (address in lower '
  'case, number).';

create function private.trial_claims_of(
  p_child_id uuid, p_family_id uuid, p_name text, p_dob date, p_email text, p_phone text)
returns table (claim text)
language sql
volatile
set search_path = ''
as $$
  select private.trial_claim(p_child_id) where p_child_id is not null
  union
  select private.trial_claim(whose, named.name, named.dob)
  from unnest(array[p_family_id::text, lower(trim(p_email)), p_phone]) whose
  cross join (
    select p_name as name, p_dob as dob
    union select c.name, c.dob from public.children c where c.id = p_child_id) named
  where whose <> '' and named.name is not null and named.dob is not null
$$;
comment on function private.trial_claims_of(uuid, uuid, text, date, text, text) is
  'Returns the claims of a child: the one by its id, and those by name and birth date. The claims by name are made '
  'from what was typed and from what is recorded, within its family and under each contact.';

create function private.lock_trial_claim(p_claim text)
returns void
language sql
volatile
set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('try-out ' || p_claim, 0)) $$;
comment on function private.lock_trial_claim(text) is
  'Locks a claim until the transaction ends, whether an order has it or not. Callers lock claims in sorted order, so '
  'that two of them do not deadlock.';

create function private.is_live_order(p_order public.orders, p_at timestamptz)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return p_order.status in ('paid', 'paid_late')
    or (p_order.status in ('held', 'awaiting_payment')
      and exists (select from public.holds h where h.order_id = p_order.id and h.expires_at > p_at));
end;
$$;
comment on function private.is_live_order(public.orders, timestamptz) is
  'Returns whether the order is paid, or can still be paid without taking places again.';

create function private.trial_claims_of_order(p_order_id uuid, p_verified boolean)
returns table (claim text, line_id uuid, positions integer[])
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  select k.claim, (array_agg(l.id order by l.position))[1], array_agg(l.position order by l.position)
  from public.order_lines l
  join public.orders o on o.id = l.order_id
  join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
  cross join lateral private.trial_claims_of(
    coalesce(c.child_id, private.find_child(o.family_id, c.name, c.dob)), o.family_id, c.name, c.dob,
    case when p_verified then private.verified_email(o.user_id) else o.parent_email end,
    case when not p_verified then o.parent_phone end) k
  where l.order_id = p_order_id and l.once_per_child and l.status <> 'cancelled'
  group by k.claim;
end;
$$;
comment on function private.trial_claims_of_order(uuid, boolean) is
  'Returns the first try-out line of each child, and the positions of all. With p_verified, returns only what belongs '
  'to the order''s account, not what was typed.';

create function private.proves_claim(p_order_id uuid, p_claim text)
returns boolean
language sql
volatile
set search_path = ''
as $$ select exists (select from private.trial_claims_of_order(p_order_id, true) c where c.claim = p_claim) $$;
comment on function private.proves_claim(uuid, text) is
  'Returns whether this claim belongs to the order''s account, through its own children, its family or its verified '
  'address. Otherwise it is based only on what was typed.';

create function private.is_trial_taken(
  p_claim text, p_at timestamptz, p_except_order uuid, p_paid boolean default false, p_verified boolean default false)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return exists (
    select from public.trial_claims c join public.orders o on o.id = c.order_id
    where c.claim = p_claim and c.order_id is distinct from p_except_order
      and case when p_paid then o.status in ('paid', 'paid_late') else private.is_live_order(o, p_at) end
      and (not p_verified or private.proves_claim(o.id, p_claim)));
end;
$$;
comment on function private.is_trial_taken(text, timestamptz, uuid, boolean, boolean) is
  'Returns whether another order that is paid or holds its places has this claim. If p_paid is true, only a paid order '
  'counts. If p_verified is true, the other order counts only if its account proves the claim. The function runs a '
  'statement of its own, so that it sees what was committed while the caller waited for the lock.';

create function private.has_trial(p_child_id uuid, p_at timestamptz, p_except_order uuid)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.children c
    cross join lateral private.trial_claims_of(c.id, c.family_id, c.name, c.dob, null, null) k
    where c.id = p_child_id and private.is_trial_taken(k.claim, p_at, p_except_order))
$$;
comment on function private.has_trial(uuid, timestamptz, uuid) is
  'Returns whether this child has had or currently holds its one try-out. It is for display only. private.claim_trial '
  'decides.';

create function private.claim_trial(p_order_id uuid, p_at timestamptz, p_mode text default 'all')
returns integer[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_claim record;
  v_claims text[] := '{}';
  v_used_positions integer[] := '{}';
  v_is_account constant boolean := exists (
    select from public.orders where id = p_order_id and private.verified_email(user_id) is not null);
begin
  -- The family is locked first. Merging families also locks it, and copies try-outs from one to the other.
  perform from public.orders o join public.families f on f.id = o.family_id where o.id = p_order_id for key share of f;
  for v_claim in select * from private.trial_claims_of_order(p_order_id, false) order by claim loop
    perform private.lock_trial_claim(v_claim.claim);
    -- If two lines are for one child, the first line counts.
    v_used_positions := v_used_positions || v_claim.positions[2:];
    -- If the other order only typed this child, it does not block an account with a verified address.
    if private.is_trial_taken(v_claim.claim, p_at, p_order_id, p_mode = 'paid', v_is_account) then
      -- Nothing proves whose child it is, so the order that is paid first gets the try-out.
      if p_mode <> 'provable' or private.proves_claim(p_order_id, v_claim.claim) then
        v_used_positions := v_used_positions || v_claim.positions[1];
      end if;
      continue;
    end if;
    insert into public.trial_claims as c (claim, order_id, order_line_id)
    values (v_claim.claim, p_order_id, v_claim.line_id)
    on conflict (claim, order_id) do update set order_line_id = excluded.order_line_id;
    v_claims := v_claims || v_claim.claim;
  end loop;
  -- Claims of details that were corrected since are deleted.
  delete from public.trial_claims where order_id = p_order_id and claim <> all (v_claims);
  return array(select distinct position from unnest(v_used_positions) position order by position);
end;
$$;
comment on function private.claim_trial(uuid, timestamptz, text) is
  'Claims the try-outs of an order. Returns the positions of lines whose child already has one. p_mode is all, '
  'provable or paid. If it is provable, a claim that the account cannot prove stays with the other order. If it is '
  'paid, an unpaid order loses its claim. In the lock order, this call comes after the promotion code and the family.';

create function private.keep_trial_claims(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- Every payment calls this function, but few orders include a try-out.
  if not exists (select from public.order_lines where order_id = p_order_id and once_per_child) then return; end if;
  insert into public.trial_claims (claim, order_id, order_line_id)
  select distinct on (k.claim) k.claim, l.order_id, l.id
  from public.order_lines l
  join public.orders o on o.id = l.order_id
  join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
  cross join lateral private.trial_claims_of(c.child_id, o.family_id, c.name, c.dob, null, null) k
  where l.order_id = p_order_id and l.once_per_child and l.status <> 'cancelled'
  order by k.claim, l.id
  on conflict (claim, order_id) do nothing;
end;
$$;
comment on function private.keep_trial_claims(uuid) is
  'Adds the claims by id and family of an order''s children, which are known after the payment. The caller has '
  'claimed the try-outs.';
