-- Once per child: a try-out is sold to a child once (3-decisions, "Try-out once per child").

create table public.once_claims (
  claim text primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  order_line_id uuid not null references public.order_lines (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.once_claims is
  'Which order has a child''s one try-out. It counts while the order is paid or still holds its places; another order may then take it over. Its row is the lock.';
comment on column public.once_claims.claim is
  'private.fingerprint of a known child''s id, or of name, birth date and one contact: no name is kept. A child has up to three.';
create index once_claims_order_id on public.once_claims (order_id);
create index once_claims_order_line_id on public.once_claims (order_line_id);

alter table public.once_claims enable row level security;
revoke all on table public.once_claims from anon, authenticated, service_role;
grant select on public.once_claims to service_role;

create function private.find_child(p_family_id uuid, p_name text, p_dob date)
returns uuid
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select id from public.children
  where family_id = p_family_id and private.name_key(name) = private.name_key(p_name) and dob = p_dob
  order by created_at, id limit 1);
end;
$$;
comment on function private.find_child(uuid, text, date) is
  'The family''s child of this name and birth date; null: none yet. A parent who signs in may type a child whom the family has already.';

create function private.once_claim(p_child_id uuid)
returns text
language sql
stable
set search_path = ''
as $$ select private.fingerprint('once:child:' || p_child_id) $$;
comment on function private.once_claim(uuid) is 'A known child''s claim.';

create function private.once_claims_of(p_child_id uuid, p_name text, p_dob date, p_email text, p_phone text)
returns table (claim text)
language sql
stable
set search_path = ''
as $$
  select private.once_claim(p_child_id) where p_child_id is not null
  union
  -- The same child is the same name, however it is spaced or written large, and the same birthday; of two children
  -- who share both, the contact tells them apart.
  select private.fingerprint(concat_ws(':', 'once', private.name_key(p_name), p_dob, contact))
  from unnest(array[lower(trim(p_email)), p_phone]) contact
  where contact <> '' and p_name is not null and p_dob is not null
$$;
comment on function private.once_claims_of(uuid, text, date, text, text) is
  'The claims of a child: by id, and by name, birth date and each contact.';

create function private.has_once(p_child_id uuid, p_at timestamptz, p_except_order uuid)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.once_claims c join public.orders o on o.id = c.order_id
    where c.claim = private.once_claim(p_child_id) and c.order_id is distinct from p_except_order
      and private.is_live_order(o, p_at))
$$;
comment on function private.has_once(uuid, timestamptz, uuid) is
  'Has this child had, or does it hold, its one try-out? For whoever only looks; private.claim_once decides.';

create function private.claim_once(p_order_id uuid, p_at timestamptz)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_claim record;
  v_claims text[] := '{}';
begin
  -- Sorted: two orders for the same children never wait for each other in a circle.
  for v_claim in
    select k.claim, (array_agg(l.id order by l.position))[1] as line_id, max(l.position) as position, count(*) as lines
    from public.order_lines l
    join public.orders o on o.id = l.order_id
    join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
    cross join lateral private.once_claims_of(
      coalesce(c.child_id, private.find_child(o.family_id, c.name, c.dob)), c.name, c.dob, o.parent_email, o.parent_phone) k
    where l.order_id = p_order_id and l.once_per_child and l.status <> 'cancelled'
    group by k.claim
    order by k.claim
  loop
    if v_claim.lines > 1 then return v_claim.position; end if;
    insert into public.once_claims as c (claim, order_id, order_line_id)
    values (v_claim.claim, p_order_id, v_claim.line_id)
    on conflict (claim) do update set order_id = excluded.order_id, order_line_id = excluded.order_line_id
      where c.order_id = p_order_id
        or not (select private.is_live_order(o, p_at) from public.orders o where o.id = c.order_id);
    if not found then return v_claim.position; end if;
    v_claims := v_claims || v_claim.claim;
  end loop;
  -- Of the details as they were before they were corrected.
  delete from public.once_claims where order_id = p_order_id and claim <> all (v_claims);
  return null;
end;
$$;
comment on function private.claim_once(uuid, timestamptz) is
  'Takes the one try-out of each child whose lines are such. Position of a line whose child has one already (in another live order, or twice in this one), else null; the caller then refuses. In the order of locks (checkout migration) after the promotion code.';

create function private.export_family_once(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('try_outs', (
    select coalesce(jsonb_agg(distinct o.number), '[]')
    from public.once_claims c join public.orders o on o.id = c.order_id where o.family_id = p_family_id))
$$;
comment on function private.export_family_once(uuid, text[], text[]) is 'Orders that stand for a child''s one try-out.';

create function private.erase_family_once(p_family_id uuid, p_emails text[], p_phones text[])
returns void
language sql
volatile
set search_path = ''
as $$
  delete from public.once_claims where order_id in (select id from public.orders where family_id = p_family_id)
$$;
comment on function private.erase_family_once(uuid, text[], text[]) is
  'Whoever is forgotten may have a try-out again.';
