-- Linking purchases: a guest's purchase makes a family of its own; who proves to own its e-mail address takes it into
-- theirs. Staff may make one family of two (3-decisions, "Safety": who merely types an address gets nothing).
--
-- Everything that hangs on a family or a child hangs there by a foreign key, so the keys are asked what to move: a
-- table of a later topic is moved without a word here. The emptied family is deleted at the end, and the same keys
-- would refuse that if anything had been left behind.

-- A consent is never rewritten; only whose household and child it belongs to may follow them.
drop trigger refuse_change on public.consents;
create trigger refuse_change before delete or truncate on public.consents
  for each statement execute function private.refuse_change();
create trigger refuse_rewrite before update on public.consents
  for each row when (to_jsonb(new) - '{family_id,child_id}'::text[] is distinct from to_jsonb(old) - '{family_id,child_id}'::text[]
    or num_nulls(new.family_id) <> num_nulls(old.family_id) or num_nulls(new.child_id) <> num_nulls(old.child_id))
  execute function private.refuse_change();

create function private.references_to(p_table regclass)
returns table (source regclass, source_column name)
language sql
stable
set search_path = ''
as $$
  select c.conrelid::regclass, a.attname
  from pg_catalog.pg_constraint c
  -- Some refer by their family too; what is moved is what refers to the id.
  cross join lateral unnest(c.conkey, c.confkey) k (source_key, target_key)
  join pg_catalog.pg_attribute t on t.attrelid = c.confrelid and t.attnum = k.target_key and t.attname = 'id'
  join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.source_key
  where c.contype = 'f' and c.confrelid = p_table
  order by c.conrelid::regclass::text, a.attname
$$;
comment on function private.references_to(regclass) is 'Which columns refer to a table''s id.';

create function private.move_references(p_table regclass, p_from uuid, p_into uuid, p_except regclass[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_reference record;
begin
  for v_reference in select * from private.references_to(p_table) where source <> all (p_except) loop
    execute format('update %s set %I = $1 where %2$I = $2', v_reference.source, v_reference.source_column)
    using p_into, p_from;
  end loop;
end;
$$;
comment on function private.move_references(regclass, uuid, uuid, regclass[]) is
  'Makes everything that refers to one row refer to another, but for some tables. A unique_violation goes through to the caller.';

create function private.merge_details(p_from uuid, p_into uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- What the family itself keeps about its child stands; a guest's word fills what it has not said.
  delete from public.child_health where child_id = p_from and exists (select from public.child_health where child_id = p_into);
  delete from public.child_behaviour where child_id = p_from and exists (select from public.child_behaviour where child_id = p_into);
  delete from public.emergency_contacts where child_id = p_from and exists (select from public.emergency_contacts where child_id = p_into);
  delete from public.pickup_authorizations where child_id = p_from and exists (select from public.pickup_authorizations where child_id = p_into);
end;
$$;
comment on function private.merge_details(uuid, uuid) is 'Leaves of two children''s details one set, before it moves.';

create function private.merge_child(p_from uuid, p_into uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.merge_details(p_from, p_into);
  update public.children i set current_level = greatest(i.current_level, f.current_level)
  from public.children f where i.id = p_into and f.id = p_from and f.current_level > i.current_level;
  -- As with the details: a guest's word fills what the family has not said.
  update public.children i set experience_level = f.experience_level
  from public.children f
  where i.id = p_into and f.id = p_from and i.experience_level is null and f.experience_level is not null;
  perform private.move_references('public.children', p_from, p_into, '{}');
  update public.once_claims c set claim = private.once_claim(p_into)
  where c.claim = private.once_claim(p_from)
    and not exists (select from public.once_claims k where k.claim = private.once_claim(p_into));
  delete from public.children where id = p_from;
  return true;
exception
  -- Both have a place in the same session or camp: then they stay two, and nobody loses a place.
  when unique_violation then return false;
end;
$$;
comment on function private.merge_child(uuid, uuid) is
  'Makes one child of two of the same family: no, and nothing changed, when that would need one place twice. The caller has locked both families.';

create function private.merge_family(p_from uuid, p_into uuid)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_orders integer;
  v_pair record;
  v_merged integer := 0;
  v_children integer;
begin
  -- Orders, places on waitlists, profiles, families: with these nobody books for them meanwhile.
  perform from public.orders where family_id = p_from order by id for update;
  get diagnostics v_orders = row_count;
  perform from public.waitlist_entries where family_id = p_from order by id for update;
  perform private.bring_once(p_from, p_into);
  perform from public.profiles where family_id = p_from order by id for update;
  perform from public.families where id in (p_from, p_into) order by id for update;
  perform from public.bookings where family_id = p_from order by id for update;
  -- The household's own lists: those of the family that stays, where it has some.
  delete from public.emergency_contacts where family_id = p_from and child_id is null
    and exists (select from public.emergency_contacts where family_id = p_into and child_id is null);
  delete from public.pickup_authorizations where family_id = p_from and child_id is null
    and exists (select from public.pickup_authorizations where family_id = p_into and child_id is null);
  delete from public.family_invitations where family_id = p_from;

  -- Children first: what refers to both a child and its family follows them.
  update public.children set family_id = p_into where family_id = p_from;
  perform private.move_references('public.families', p_from, p_into, '{public.profiles}');
  select count(*) into v_children from public.children where family_id = p_into;
  for v_pair in
    select c.id, k.kept
    from (
      select id, first_value(id) over (
        partition by private.name_key(name), dob order by created_at, id) as kept
      from public.children where family_id = p_into) k
    join public.children c on c.id = k.id
    where k.kept <> k.id order by c.created_at, c.id
  loop
    v_merged := v_merged + private.merge_child(v_pair.id, v_pair.kept)::integer;
  end loop;
  delete from public.families where id = p_from;
  insert into public.audit_log (user_id, actor, action, table_name, row_key, before, after)
  values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'merge', 'families',
    p_into, jsonb_build_object('family_id', p_from), jsonb_build_object('orders', v_orders, 'children_merged', v_merged));
  return jsonb_build_object('orders', v_orders, 'children', v_children - v_merged);
end;
$$;
comment on function private.merge_family(uuid, uuid) is
  'Moves all of one family into another and deletes the emptied one: {orders: moved, children: of the family now}. Children of the same name and birthday become one. The caller has decided that they may be one, and what becomes of the accounts. The order of locks stands in the checkout migration.';

alter table public.audit_log
  drop constraint audit_log_action_check,
  add check (action in ('insert', 'update', 'delete', 'erase', 'merge'));

create function private.is_guest_of(p_family public.families, p_email text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select p_family.primary_parent_id is null and p_family.secondary_parent_id is null and p_family.erased_at is null
    and lower(p_family.contact_email) = p_email
$$;
comment on function private.is_guest_of(public.families, text) is 'A family without an account, under this address in lower case?';
create index families_contact_email on public.families (lower(contact_email)) where primary_parent_id is null;

create function public.link_purchases()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_email text;
  v_family_id uuid;
  v_guest uuid;
  v_merged jsonb;
  v_linked integer := 0;
  v_orders integer := 0;
begin
  select lower(u.email) into v_email from auth.users u
  where u.id = (select auth.uid()) and u.email_confirmed_at is not null and u.email <> '';
  if v_email is null then perform private.fail('email_not_verified'); end if;
  if exists (select from public.families f where private.is_guest_of(f, v_email)) then
    perform from public.orders
    where family_id in (select f.id from public.families f where private.is_guest_of(f, v_email)) order by id for update;
    perform from public.waitlist_entries
    where family_id in (select f.id from public.families f where private.is_guest_of(f, v_email)) order by id for update;
    v_family_id := private.ensure_family();
  end if;
  for v_guest in
    select f.id from public.families f where private.is_guest_of(f, v_email) order by f.id
  loop
    -- Linked by another tab, or by staff, while we waited?
    continue when not exists (select from public.families f where f.id = v_guest and private.is_guest_of(f, v_email));
    v_merged := private.merge_family(v_guest, v_family_id);
    v_linked := v_linked + 1;
    v_orders := v_orders + (v_merged ->> 'orders')::integer;
  end loop;
  return jsonb_build_object('linked', v_linked, 'orders', v_orders);
end;
$$;
comment on function public.link_purchases() is
  'A signed-in parent whose e-mail address is proven takes what was bought under it as a guest into their family, which is made if there is none: {linked: guest families, orders}. Orders, children (same name and birthday: one), passes with their ledger, bookings, camps, consents and places on waitlists move together, and the audit log says so. Repeating it links what came since. Refuses email_not_verified, whatever is known under the address. Definer: identity and address come from the token''s account.';
grant execute on function public.link_purchases() to authenticated;

create function public.merge_families(p_from uuid, p_into uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_from public.families;
  v_into public.families;
  v_parents uuid[];
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_from = p_into then perform private.fail('invalid_input', 'p_into'); end if;
  perform from public.orders where family_id = p_from order by id for update;
  perform from public.waitlist_entries where family_id = p_from order by id for update;
  perform from public.profiles where family_id in (p_from, p_into) order by id for update;
  perform from public.families where id in (p_from, p_into) order by id for update;
  select * into v_from from public.families where id = p_from and erased_at is null;
  if not found then perform private.fail('family_not_found', 'p_from'); end if;
  select * into v_into from public.families where id = p_into and erased_at is null;
  if not found then perform private.fail('family_not_found', 'p_into'); end if;
  v_parents := array_remove(array[v_into.primary_parent_id, v_into.secondary_parent_id, v_from.primary_parent_id,
    v_from.secondary_parent_id], null);
  if cardinality(v_parents) > 2 then perform private.fail('family_full', 'p_into'); end if;
  if cardinality(array_remove(array[v_from.primary_parent_id, v_from.secondary_parent_id], null)) > 0 then
    update public.families set primary_parent_id = null, secondary_parent_id = null where id = p_from;
    update public.families set primary_parent_id = v_parents[1], secondary_parent_id = v_parents[2] where id = p_into;
  end if;
  return private.merge_family(p_from, p_into) || jsonb_build_object('family_id', p_into);
end;
$$;
comment on function public.merge_families(uuid, uuid) is
  'For admins: makes one family of two, p_into stays: {family_id, orders, children}. Parents with accounts become its parents, two at most. Refuses not_allowed, invalid_input, family_not_found (field, also for an erased one), family_full. Definer: asks for an admin itself.';
grant execute on function public.merge_families(uuid, uuid) to authenticated;
