-- Compares a form with the row, so that a parent learns what the other parent has just changed.

create function private.named_people(p_people jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', btrim(value ->> 'name'),
    'relationship', nullif(btrim(value ->> 'relationship'), ''), 'phone', nullif(btrim(value ->> 'phone'), ''))
    order by ordinality), '[]')
  from jsonb_array_elements(case when jsonb_typeof(p_people) = 'array' then p_people else '[]' end) with ordinality
$$;
comment on function private.named_people(jsonb) is
  'Returns a list of people in the shape of private.people_of, with missing fields filled with null.';

create function private.overwritten(p_original jsonb, p_sent jsonb, p_current jsonb, p_prefix text default null)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_key text;
  v_field text;
  v_original jsonb;
  v_sent jsonb;
  v_current jsonb;
  v_overwritten jsonb := '[]';
begin
  for v_key in select k from jsonb_object_keys(p_original) k where p_sent ? k order by k loop
    v_field := concat_ws('.', p_prefix, v_key);
    v_original := nullif(nullif(p_original -> v_key, '""'), 'null');
    v_sent := nullif(nullif(p_sent -> v_key, '""'), 'null');
    v_current := nullif(nullif(p_current -> v_key, '""'), 'null');
    if p_prefix is null and v_key in ('health', 'behaviour') then
      if jsonb_typeof(v_original) = 'object' and jsonb_typeof(v_sent) = 'object' then
        v_overwritten := v_overwritten || private.overwritten(v_original, v_sent, coalesce(v_current, '{}'), v_key);
      end if;
      continue;
    end if;
    if v_key in ('emergency_contacts', 'pickup_authorizations') then
      v_original := private.named_people(v_original);
      v_sent := private.named_people(v_sent);
    end if;
    if v_current is distinct from v_original and v_current is distinct from v_sent then
      v_overwritten := v_overwritten || jsonb_build_array(jsonb_build_object('field', v_field, 'theirs', coalesce(v_current, 'null')));
    end if;
  end loop;
  return v_overwritten;
end;
$$;
comment on function private.overwritten(jsonb, jsonb, jsonb, text) is
  'Returns Overwritten (contract/family-people.ts): fields whose stored value differed from what the form began with '
  '(p_original), and was replaced by the value that was sent.';

create function private.original_fields(p_input jsonb)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  if not private.is_given(p_input -> 'original') then return null; end if;
  perform private.check_object(p_input -> 'original', 'original', 100000);
  return p_input -> 'original';
end;
$$;
comment on function private.original_fields(jsonb) is
  'Returns the values that the form began with (original), or null if they are not given. Fails with invalid_input '
  '(original).';
