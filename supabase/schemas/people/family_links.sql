-- A guest's purchase creates a separate family. When a parent verifies its address, it is merged into that parent's
-- family (docs/decisions "Safety": typing an address alone gives no access). The merge finds the rows to move by their
-- foreign keys, so it covers later tables. It deletes the emptied family. The same keys would prevent this if a row
-- were left.

create function private.references_to(p_table regclass)
returns table (source regclass, source_column name)
language sql
stable
set search_path = ''
as $$
  select c.conrelid::regclass, a.attname
  from pg_catalog.pg_constraint c
  -- Some keys also include the family. Only the column that refers to the id is moved.
  cross join lateral unnest(c.conkey, c.confkey) k (source_key, target_key)
  join pg_catalog.pg_attribute t on t.attrelid = c.confrelid and t.attnum = k.target_key and t.attname = 'id'
  join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.source_key
  where c.contype = 'f' and c.confrelid = p_table
  order by c.conrelid::regclass::text, a.attname
$$;
comment on function private.references_to(regclass) is 'Returns the columns that refer to a table''s id.';

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
  'Changes all rows that refer to one row so that they refer to another, except in the given tables. The caller '
  'handles unique_violation.';

create function private.merge_child(p_from uuid, p_into uuid, p_is_fresh boolean default false)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_is_fresh then perform private.take_over_details(p_from, p_into); end if;
  perform private.propose_details(p_from, p_into, p_is_fresh);
  update public.children i set current_level = greatest(i.current_level, f.current_level),
    agreed_teams = array(select unnest(i.agreed_teams || f.agreed_teams) t group by t order by t)
  from public.children f where i.id = p_into and f.id = p_from
    and (f.current_level > i.current_level or not f.agreed_teams <@ i.agreed_teams);
  perform private.move_references('public.children', p_from, p_into, '{}');
  -- If the remaining child is already decided, the proposal of the removed child ends.
  delete from public.family_proposals p using public.children c
  where p.child_id = p_into and p.kind = 'person' and c.id = p_into and c.status <> 'proposed';
  update public.trial_claims c set claim = private.trial_claim(p_into)
  where c.claim = private.trial_claim(p_from)
    and not exists (
      select from public.trial_claims k where k.claim = private.trial_claim(p_into) and k.order_id = c.order_id);
  delete from public.children where id = p_from;
  return true;
exception
  -- If both children have a place in the same session or camp, they stay separate, so that no place is lost.
  when unique_violation then return false;
end;
$$;
comment on function private.merge_child(uuid, uuid, boolean) is
  'Merges two children of the same family. The remaining child keeps its details. Details of the other child that '
  'differ are proposed. If both have the same place, returns false and changes nothing. The caller has locked both '
  'families.';

create function private.has_account(p_family_id uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (
    select from public.families where id = p_family_id and num_nonnulls(primary_parent_id, secondary_parent_id) > 0);
end;
$$;
comment on function private.has_account(uuid) is
  'Returns whether the family has a parent with an account. A guest''s family has none.';

create function private.merge_children(p_ids uuid[], p_family_id uuid, p_from_guest boolean, p_is_fresh boolean)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_child public.children;
  v_match_id uuid;
  v_merged_count integer := 0;
begin
  for v_child in select * from public.children where id = any (p_ids) order by created_at, id loop
    -- The family's own child is preferred. Among children that guests entered, the older record is preferred.
    select id into v_match_id from public.children c
    where c.family_id = p_family_id and private.name_key(c.name) = private.name_key(v_child.name) and c.dob = v_child.dob
      and c.id <> v_child.id and (c.id <> all (p_ids) or (c.created_at, c.id) < (v_child.created_at, v_child.id))
    order by c.id = any (p_ids), c.status <> 'own', c.created_at, c.id limit 1;
    if v_match_id is not null and private.merge_child(v_child.id, v_match_id, p_is_fresh) then
      v_merged_count := v_merged_count + 1;
    elsif p_is_fresh then
      perform private.take_over_child(v_child.id);
    elsif p_from_guest then
      perform private.propose_person(v_child.id);
      perform private.keep_active_consents(p_family_id, v_child.id,
        private.active_consents(p_family_id, null) - 'marketing' || '{"activity": false}');
    end if;
  end loop;
  return v_merged_count;
end;
$$;
comment on function private.merge_children(uuid[], uuid, boolean, boolean) is
  'Merges children that have just joined a family with children that the family already has. A child without a match '
  'becomes the family''s own if the family had no children (p_is_fresh). If a guest entered it (p_from_guest), it is '
  'proposed instead. Returns how many were merged.';

create function private.merge_family(p_from uuid, p_into uuid, p_from_guest boolean, p_is_fresh boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_orders integer;
  v_ids uuid[];
  v_merged integer;
  v_consents constant jsonb := private.active_consents(p_into, null);
  v_children constant jsonb := (
    select coalesce(jsonb_object_agg(id, private.active_consents(family_id, id)), '{}') from public.children
    -- Consents that a guest gave do not count as a parent's.
    where family_id = p_into or (family_id = p_from and not p_from_guest));
begin
  select count(*) into v_orders from public.orders where family_id = p_from;
  perform private.transfer_trial_claims(p_from, p_into);
  -- The remaining family keeps its lists. People on the other family's lists are proposed.
  perform private.propose_people(p_from, null, p_into, null, null, false);
  perform private.drop_invitations(array(select id from public.family_invitations where family_id = p_from));
  -- A decision about the ended family may be wrong for the remaining one.
  delete from public.distinct_families where p_from in (family_id, other_id);
  -- A family has one calendar address, and the remaining family keeps its own.
  delete from public.family_calendars c where c.family_id = p_from
    and exists (select from public.family_calendars k where k.family_id = p_into);
  -- The permission to write to a guest's number was for one family, not for the remaining one.
  delete from public.channel_permissions where family_id = p_from and profile_id is null;
  delete from public.phone_messages
  where family_id = p_from and profile_id is null and sent_at is null and failed_at is null and sending_since is null;
  -- There is one review for each camp, and the remaining family keeps its own.
  delete from public.camp_reviews r where r.family_id = p_from
    and exists (select from public.camp_reviews k where k.family_id = p_into and k.camp_id = r.camp_id);
  -- A family has one code for friends, and the remaining family keeps its own.
  delete from public.referral_codes c where c.family_id = p_from
    and exists (select from public.referral_codes k where k.family_id = p_into);
  -- Children move first, because rows that refer to both a child and its family follow them.
  with moved as (update public.children set family_id = p_into where family_id = p_from returning id)
  select coalesce(array_agg(id), '{}') into v_ids from moved;
  perform private.move_references('public.families', p_from, p_into, '{public.profiles}');
  perform private.keep_active_consents(p_into, null, v_consents);
  v_merged := private.merge_children(v_ids, p_into, p_from_guest, p_is_fresh);
  perform private.keep_active_consents(p_into, key::uuid, value) from jsonb_each(v_children)
  where exists (select from public.children where id = key::uuid);
  delete from public.families where id = p_from;
  insert into public.audit_log (user_id, actor, action, table_name, row_key, before, after)
  values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'merge', 'families',
    p_into, jsonb_build_object('family_id', p_from), jsonb_build_object('orders', v_orders, 'children_merged', v_merged));
  return jsonb_build_object('orders', v_orders,
    'children', (select count(*) from public.children where family_id = p_into));
end;
$$;
comment on function private.merge_family(uuid, uuid, boolean, boolean) is
  'Moves everything of one family into another and deletes the emptied one. Returns {orders, children}. The remaining '
  'family keeps its people, health and consents, and those of the other family that differ are proposed to it. If '
  'p_is_fresh is true, it gets the children as its own. The caller has locked both (private.lock_merge).';

create function private.is_guest_of(p_family public.families, p_email text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select p_family.primary_parent_id is null and p_family.secondary_parent_id is null and p_family.erased_at is null
    and lower(p_family.contact_email) = p_email
$$;
comment on function private.is_guest_of(public.families, text) is
  'Returns whether this is a family without an account under the given address (in lower case).';

create function public.link_purchases()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_email text;
  v_family_id uuid := private.my_family_id();
  v_guests uuid[];
  v_guest uuid;
  v_merged jsonb;
  v_linked integer := 0;
  v_orders integer := 0;
  v_is_fresh boolean;
begin
  select lower(u.email) into v_email from auth.users u
  where u.id = (select auth.uid()) and u.email_confirmed_at is not null and u.email <> '';
  if v_email is null then perform private.fail('email_not_verified'); end if;
  -- The oldest family is merged first. So if two orders differ about a child, the earlier one counts until a parent
  -- decides.
  v_guests := array(
    select f.id from public.families f where private.is_guest_of(f, v_email) order by f.created_at, f.id);
  if v_guests <> '{}' then
    -- No other transaction can hold a lock on a new family. An existing one is locked in order.
    if v_family_id is null then v_family_id := private.ensure_family(); end if;
    perform private.lock_merge(v_guests, v_family_id);
    -- Staff may have merged this family into another while this call waited for the lock.
    if not exists (select from public.families where id = v_family_id) then perform private.fail('family_not_found'); end if;
  end if;
  -- This is decided before the first merge, because the family has children afterwards.
  v_is_fresh := private.is_fresh_family(v_family_id);
  if v_is_fresh then perform private.take_over_parent(v_guests, v_family_id); end if;
  foreach v_guest in array v_guests loop
    -- Another tab or staff may have merged it while this call waited for the lock.
    continue when not exists (select from public.families f where f.id = v_guest and private.is_guest_of(f, v_email));
    v_merged := private.merge_family(v_guest, v_family_id, true, v_is_fresh);
    v_linked := v_linked + 1;
    v_orders := v_orders + (v_merged ->> 'orders')::integer;
  end loop;
  return jsonb_build_object('linked', v_linked, 'orders', v_orders);
end;
$$;
comment on function public.link_purchases() is
  'Merges what was bought as a guest under the verified address into the signed-in parent''s family. A guest''s '
  'details about people, health and consents are proposed (family_proposals), unless the family has no children yet. '
  'Returns {linked, orders}. Fails with email_not_verified, whether or not anything was bought, and with '
  'family_not_found. Definer: identity and address come from the token''s account.';
grant execute on function public.link_purchases() to authenticated;
select private.answer_calls('public.link_purchases()', 'link_purchases');

create function private.make_one_family(p_from uuid, p_into uuid)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_from public.families;
  v_into public.families;
  v_parents uuid[];
  v_from_guest boolean;
begin
  if p_from = p_into then perform private.fail('invalid_input', 'p_into'); end if;
  if not exists (select from public.families where id = p_into) then perform private.fail('family_not_found', 'p_into'); end if;
  select * into v_from from public.families where id = p_from and erased_at is null;
  if not found then perform private.fail('family_not_found', 'p_from'); end if;
  select * into v_into from public.families where id = p_into and erased_at is null;
  if not found then perform private.fail('family_not_found', 'p_into'); end if;
  v_parents := array_remove(array[v_into.primary_parent_id, v_into.secondary_parent_id, v_from.primary_parent_id,
    v_from.secondary_parent_id], null);
  -- A guest's details must not replace those of a parent with an account.
  if private.has_account(p_from) and not private.has_account(p_into) then perform private.fail('invalid_input', 'p_into'); end if;
  -- Details are proposed only if a guest's family is merged into a family with an account. Two guests have no parent
  -- who could decide, and two accounts have entered their own children.
  v_from_guest := private.has_account(p_into) and not private.has_account(p_from);
  if cardinality(v_parents) > 2 then perform private.fail('family_full', 'p_into'); end if;
  if cardinality(array_remove(array[v_from.primary_parent_id, v_from.secondary_parent_id], null)) > 0 then
    update public.families set primary_parent_id = null, secondary_parent_id = null where id = p_from;
    update public.families set primary_parent_id = v_parents[1], secondary_parent_id = v_parents[2] where id = p_into;
  end if;
  return private.merge_family(p_from, p_into, v_from_guest, false) || jsonb_build_object('family_id', p_into);
end;
$$;
comment on function private.make_one_family(uuid, uuid) is
  'Merges two families as described at public.merge_families (staff/family_merge.sql). Returns {family_id, orders, '
  'children}. The caller has locked both (private.lock_merge).';
