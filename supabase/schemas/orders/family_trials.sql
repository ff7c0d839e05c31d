-- These functions handle the used try-outs of a family when it is merged, exported or erased.

create function private.lock_trials_of_families(p_family_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_claim text;
begin
  for v_claim in
    select distinct t.claim from public.trial_claims t join public.orders o on o.id = t.order_id
    where o.family_id = any (p_family_ids) order by t.claim
  loop
    perform private.lock_trial_claim(v_claim);
  end loop;
end;
$$;
comment on function private.lock_trials_of_families(uuid[]) is
  'Locks the claims of the families'' orders (private.lock_trial_claim). The caller has locked the families.';

create function private.transfer_trial_claims(p_from uuid, p_into uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  insert into public.trial_claims (claim, order_id, order_line_id)
  select distinct on (k.claim, t.order_id) k.claim, t.order_id, t.order_line_id
  from public.trial_claims t
  join public.order_lines l on l.id = t.order_line_id
  join public.orders o on o.id = l.order_id
  join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
  cross join lateral private.trial_claims_of(
    private.find_child(p_into, c.name, c.dob), p_into, c.name, c.dob, null, null) k
  where o.family_id = p_from
  order by k.claim, t.order_id, t.order_line_id
  on conflict (claim, order_id) do nothing;
end;
$$;
comment on function private.transfer_trial_claims(uuid, uuid) is
  'When one family is merged into another, copies its used try-outs to that other family, so that they count there, '
  'too. The caller has locked both families.';

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
comment on function private.export_family_trials(uuid, text[], text[]) is
  'Returns the orders with the family''s try-outs.';

create function private.erase_family_trials(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  delete from public.trial_claims where order_id in (select id from public.orders where family_id = p_family_id)
$$;
comment on function private.erase_family_trials(uuid) is
  'Deletes the used try-outs of an erased family, whose children may then have new ones.';
