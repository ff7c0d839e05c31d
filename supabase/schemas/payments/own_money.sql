-- Staff must not decide about money of their own family (docs/decisions "The family balance"). This includes what was
-- bought as a guest for its children, or with its addresses or numbers.

create function private.contacts_of(p_user_id uuid, p_family_id uuid)
returns text[]
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(distinct lower(btrim(c.contact))), '{}') from (
      select unnest(array[u.email::text, p.phone, p.secondary_phone]) as contact
      from auth.users u left join public.profiles p on p.id = u.id
      where u.id = p_user_id or p.family_id = p_family_id
      union all
      select unnest(array[contact_email, contact_phone]) from public.families where id = p_family_id
      union all
      select unnest(array[parent_email, parent_phone]) from public.orders where family_id = p_family_id) c
    where btrim(c.contact) <> '');
end;
$$;
comment on function private.contacts_of(uuid, uuid) is
  'Returns the addresses, in lower case, and the numbers of an account and of a family, also those that were typed '
  'for its orders. Either may be null.';

create function private.is_family_of(p_user_id uuid, p_family_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_own_id constant uuid := (select family_id from public.profiles where id = p_user_id);
begin
  if p_user_id is null or p_family_id is null then return false; end if;
  return coalesce(p_family_id = v_own_id, false)
    or private.contacts_of(null, p_family_id) && private.contacts_of(p_user_id, v_own_id)
    or exists (
      select from public.children c
      where c.family_id = p_family_id and private.find_child(v_own_id, c.name, c.dob) is not null);
end;
$$;
comment on function private.is_family_of(uuid, uuid) is
  'Returns whether a family counts as the family of an account. Either the account belongs to it, or they share an '
  'address, a number or a child, as with a guest''s family.';

create function private.is_order_of(p_user_id uuid, p_order_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_own_id constant uuid := (select family_id from public.profiles where id = p_user_id);
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_order_id;
  if p_user_id is null or v_order.id is null then return false; end if;
  return private.is_family_of(p_user_id, v_order.family_id)
    or array[lower(btrim(v_order.parent_email)), btrim(v_order.parent_phone)] && private.contacts_of(p_user_id, v_own_id)
    or exists (
      select from public.order_children c
      where c.order_id = p_order_id and (
        c.child_id in (select id from public.children where family_id = v_own_id)
        or private.find_child(v_own_id, c.name, c.dob) is not null));
end;
$$;
comment on function private.is_order_of(uuid, uuid) is
  'Returns whether an order is of the family of an account. An order of a guest counts if its address, its number or '
  'one of its children is the family''s.';

create function private.refuse_own_family(p_family_id uuid, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if private.is_family_of((select auth.uid()), p_family_id) then perform private.fail('own_balance', p_field); end if;
end;
$$;
comment on function private.refuse_own_family(uuid, text) is
  'Fails with own_balance if this is the caller''s own family. Business admins are no exception.';

create function private.refuse_own_order(p_order_id uuid, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if private.is_order_of((select auth.uid()), p_order_id) then perform private.fail('own_balance', p_field); end if;
end;
$$;
comment on function private.refuse_own_order(uuid, text) is
  'Fails with own_balance for an order of the caller''s own family (private.is_order_of).';

create function private.refuse_own_contact(p_contact text, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_user_id constant uuid := (select auth.uid());
begin
  if lower(btrim(p_contact)) = any (
    private.contacts_of(v_user_id, (select family_id from public.profiles where id = v_user_id))) then
    perform private.fail('own_balance', p_field);
  end if;
end;
$$;
comment on function private.refuse_own_contact(text, text) is
  'Fails with own_balance for an address or number of the caller''s own family.';

create function private.refuse_own_ahead(
  p_family_id uuid, p_email text, p_session_id uuid, p_camp_id uuid, p_is_full boolean, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_user_id constant uuid := (select auth.uid());
  v_contacts constant text[] := private.contacts_of(v_user_id, (select family_id from public.profiles where id = v_user_id));
begin
  if not (private.is_family_of(v_user_id, p_family_id) or coalesce(lower(btrim(p_email)) = any (v_contacts), false)) then return; end if;
  if p_is_full or exists (
    select from public.waitlist_entries e
    where e.status = 'waiting' and (e.session_id = p_session_id or e.camp_id = p_camp_id)
      and not private.is_family_of(v_user_id, e.family_id)
      and coalesce(lower(btrim(e.parent_email)) <> all (v_contacts), true)) then
    perform private.fail('own_balance', p_field);
  end if;
end;
$$;
comment on function private.refuse_own_ahead(uuid, text, uuid, uuid, boolean, text) is
  'Fails with own_balance if staff would put their own family ahead of others: above capacity (p_is_full), or where '
  'another family waits. p_email is the address of a waitlist entry without an account. The caller has locked the '
  'session or camp.';
