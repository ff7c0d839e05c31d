-- Each child can buy one try-out (decisions "Try-out once per child").
--
-- The checkout must not reveal who has had one. A visitor who types a child with somebody else's address or number must
-- not learn whether they bought here. So before the payment only a signed-in family is refused, and only for its own
-- children and its own verified address. All other orders continue in the same way, and the first one to be paid gets
-- the try-out. A second payment for it is refunded automatically, with a mail that gives the reason
-- (private.refuse_used). Only that try-out is refunded, because the earlier claim may come from a stranger who typed
-- the child's name. Three alternatives were rejected: a mail before every payment, which every honest guest would have
-- to wait for; a sign-in for guests, which is a second form before a first lesson; and a vaguer refusal, which reveals
-- just as much. A stranger would have to pay for each guess of a name, a birthday and an address, with a card in some
-- name; an honest parent who forgot gets the money back.

create table public.trial_claims (
  claim text primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  order_line_id uuid not null references public.order_lines (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.trial_claims is
  'Which order has a child''s one try-out. A claim counts while the order is paid or still holds its places; after '
  'that another order can take it over. Its row is the lock.';
comment on column public.trial_claims.claim is
  'private.fingerprint of a known child''s id, or of name, birth date and family or one contact, so that no name is '
  'stored.';
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
  -- A child added by a guest's order may be anybody, so the family's own child comes first.
  order by status <> 'own', created_at, id limit 1);
end;
$$;
comment on function private.find_child(uuid, text, date) is
  'The family''s child with this name and birth date; null if there is none. A signed-in parent may type a child that '
  'the family already has.';

create function private.trial_claim(p_child_id uuid)
returns text
language sql
stable
set search_path = ''
as $$ select private.fingerprint('once:child:' || p_child_id) $$;
comment on function private.trial_claim(uuid) is 'The claim of a known child.';

create function private.trial_claim(p_whose text, p_name text, p_dob date)
returns text
language sql
stable
set search_path = ''
-- Spacing and case of the name do not matter. Two children with the same name and birthday are distinguished by the
-- family or the contact.
as $$ select private.fingerprint(concat_ws(':', 'once', private.name_key(p_name), p_dob, p_whose)) $$;
comment on function private.trial_claim(text, text, date) is
  'The claim of a child by name and birth date, within a family (its id) or under a contact (address in lower case, '
  'number).';

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
  'The claims of a child: by id; and by name and birth date, both as typed and as recorded, within its family and '
  'under each contact.';

create function private.is_live_order(p_order public.orders, p_at timestamptz)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select p_order.status in ('paid', 'paid_late')
    or (p_order.status in ('held', 'awaiting_payment')
      and exists (select from public.holds h where h.order_id = p_order.id and h.expires_at > p_at))
$$;
comment on function private.is_live_order(public.orders, timestamptz) is
  'Whether the order is paid, or can still be paid without taking places again.';

create function private.is_trial_taken(p_claim text, p_at timestamptz, p_except_order uuid, p_paid boolean default false)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return exists (
    select from public.trial_claims c join public.orders o on o.id = c.order_id
    where c.claim = p_claim and c.order_id is distinct from p_except_order
      and case when p_paid then o.status in ('paid', 'paid_late') else private.is_live_order(o, p_at) end);
end;
$$;
comment on function private.is_trial_taken(text, timestamptz, uuid, boolean) is
  'Whether another order that is paid or still holds its places (with p_paid: that is paid) has this claim. It is a '
  'separate statement, so that under the claim''s lock it sees what was committed during the wait.';

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
  'Whether this child has had or currently holds its one try-out. For display only; private.claim_trial decides.';

create function private.proves_claim(p_order_id uuid, p_claim text)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return exists (
    select from public.order_lines l
    join public.orders o on o.id = l.order_id
    join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
    cross join lateral private.trial_claims_of(
      coalesce(c.child_id, private.find_child(o.family_id, c.name, c.dob)), o.family_id, c.name, c.dob,
      private.verified_email(o.user_id), null) k
    where l.order_id = p_order_id and l.once_per_child and l.status <> 'cancelled' and k.claim = p_claim);
end;
$$;
comment on function private.proves_claim(uuid, text) is
  'Whether this claim belongs to the order''s account, through its own children, its family or its verified address. '
  'Otherwise it rests only on what was typed.';

create function private.claim_trial(p_order_id uuid, p_at timestamptz, p_how text default 'all')
returns integer[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_claim record;
  v_claims text[] := '{}';
  v_holder uuid;
  v_used integer[] := '{}';
  v_is_guest constant boolean := not exists (
    select from public.orders where id = p_order_id and private.verified_email(user_id) is not null);
  v_is_unpaid constant boolean := p_how <> 'paid' and not exists (
    select from public.orders where id = p_order_id and paid_at is not null);
begin
  -- The family is locked first, because merging families locks it too and copies try-outs from one to the other.
  perform from public.orders o join public.families f on f.id = o.family_id where o.id = p_order_id for key share of f;
  -- Sorted, so that two orders for the same children never wait for each other in a circle.
  for v_claim in
    select k.claim, (array_agg(l.id order by l.position))[1] as line_id, array_agg(l.position order by l.position) as positions
    from public.order_lines l
    join public.orders o on o.id = l.order_id
    join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
    cross join lateral private.trial_claims_of(
      coalesce(c.child_id, private.find_child(o.family_id, c.name, c.dob)), o.family_id, c.name, c.dob,
      o.parent_email, o.parent_phone) k
    where l.order_id = p_order_id and l.once_per_child and l.status <> 'cancelled'
    group by k.claim
    order by k.claim
  loop
    -- If two lines are for one child, the first one counts.
    v_used := v_used || v_claim.positions[2:];
    -- The row is the lock: this waits for a concurrent order with the claim and checks its state afterwards.
    insert into public.trial_claims (claim, order_id, order_line_id) values (v_claim.claim, p_order_id, v_claim.line_id)
    on conflict (claim) do nothing;
    if not found then
      select c.order_id into v_holder from public.trial_claims c where c.claim = v_claim.claim for update;
      if private.is_trial_taken(v_claim.claim, p_at, p_order_id, p_how = 'paid')
        -- A claim that was only typed must not block an account with a verified identity.
        and (v_is_guest or private.proves_claim(v_holder, v_claim.claim)) then
        -- As far as we know the claim belongs to somebody else: the first order to be paid gets it.
        if p_how <> 'told' or private.proves_claim(p_order_id, v_claim.claim) then
          v_used := v_used || v_claim.positions[1];
        end if;
        continue;
      end if;
      -- A paid try-out keeps its claim until the account pays: if the account's order lapses, the paid one still
      -- counts.
      continue when v_is_unpaid and private.is_trial_taken(v_claim.claim, p_at, p_order_id, true);
      insert into public.trial_claims as c (claim, order_id, order_line_id)
      values (v_claim.claim, p_order_id, v_claim.line_id)
      on conflict (claim) do update set order_id = excluded.order_id, order_line_id = excluded.order_line_id;
    end if;
    v_claims := v_claims || v_claim.claim;
  end loop;
  -- Deletes the claims of details that were corrected since.
  delete from public.trial_claims where order_id = p_order_id and claim <> all (v_claims);
  return array(select distinct position from unnest(v_used) position order by position);
end;
$$;
comment on function private.claim_trial(uuid, timestamptz, text) is
  'Claims the one try-out of each child with a try-out line. Returns the positions of the lines whose child already '
  'has one (in another live order, or twice in this one), sorted; the caller refuses these. An account with a verified '
  'address takes over claims that were only typed; the claim of a paid order only once the account has paid. p_how: '
  'all; told: a claim that the order''s account cannot prove stays with the other order and is not returned; paid: an '
  'unpaid order gives way. Its place in the lock order (places.sql) is after the promotion code and the family.';

create function private.keep_trial_claims(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- Every payment calls this, and only few include a try-out.
  if not exists (select from public.order_lines where order_id = p_order_id and once_per_child) then return; end if;
  insert into public.trial_claims (claim, order_id, order_line_id)
  select distinct on (k.claim) k.claim, l.order_id, l.id
  from public.order_lines l
  join public.orders o on o.id = l.order_id
  join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
  cross join lateral private.trial_claims_of(c.child_id, o.family_id, c.name, c.dob, null, null) k
  where l.order_id = p_order_id and l.once_per_child and l.status <> 'cancelled'
  order by k.claim, l.id
  on conflict (claim) do nothing;
end;
$$;
comment on function private.keep_trial_claims(uuid) is
  'Adds the claims by id and family of an order''s children, which are known after the payment. The caller has claimed '
  'the try-outs.';

create function private.transfer_trial_claims(p_from uuid, p_into uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform from public.trial_claims
  where order_id in (select id from public.orders where family_id = p_from) order by claim for update;
  insert into public.trial_claims (claim, order_id, order_line_id)
  select distinct on (k.claim) k.claim, t.order_id, t.order_line_id
  from public.trial_claims t
  join public.order_lines l on l.id = t.order_line_id
  join public.orders o on o.id = l.order_id
  join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
  cross join lateral private.trial_claims_of(
    private.find_child(p_into, c.name, c.dob), p_into, c.name, c.dob, null, null) k
  where o.family_id = p_from
  order by k.claim, t.order_id
  on conflict (claim) do nothing;
end;
$$;
comment on function private.transfer_trial_claims(uuid, uuid) is
  'Copies the try-outs of a family that is merged into another one, so that they count there too. The caller has '
  'locked both families.';

create function private.export_family_trials(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('try_outs', (
    select coalesce(jsonb_agg(distinct o.number), '[]')
    from public.trial_claims c join public.orders o on o.id = c.order_id where o.family_id = p_family_id))
$$;
comment on function private.export_family_trials(uuid, text[], text[]) is 'The orders with the family''s try-outs.';

create function private.erase_family_trials(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  delete from public.trial_claims where order_id in (select id from public.orders where family_id = p_family_id)
$$;
comment on function private.erase_family_trials(uuid) is
  'Deletes the try-outs of an erased family, which may then have new ones.';
