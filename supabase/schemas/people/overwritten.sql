-- If two parents edit at the same time, the later save reports which values of the other parent it replaced.

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
  'A list of people in the shape of private.people_of, with missing fields filled with null.';

create function private.overwritten(p_seen jsonb, p_sent jsonb, p_current jsonb, p_prefix text default null)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_key text;
  v_field text;
  v_seen jsonb;
  v_sent jsonb;
  v_current jsonb;
  v_found jsonb := '[]';
begin
  for v_key in select k from jsonb_object_keys(p_seen) k where p_sent ? k order by k loop
    v_field := concat_ws('.', p_prefix, v_key);
    v_seen := nullif(nullif(p_seen -> v_key, '""'), 'null');
    v_sent := nullif(nullif(p_sent -> v_key, '""'), 'null');
    v_current := nullif(nullif(p_current -> v_key, '""'), 'null');
    if p_prefix is null and v_key in ('health', 'behaviour') then
      if jsonb_typeof(v_seen) = 'object' and jsonb_typeof(v_sent) = 'object' then
        v_found := v_found || private.overwritten(v_seen, v_sent, coalesce(v_current, '{}'), v_key);
      end if;
      continue;
    end if;
    if v_key in ('emergency_contacts', 'pickup_authorizations') then
      v_seen := private.named_people(v_seen);
      v_sent := private.named_people(v_sent);
    end if;
    if v_current is distinct from v_seen and v_current is distinct from v_sent then
      v_found := v_found || jsonb_build_array(jsonb_build_object('field', v_field, 'theirs', coalesce(v_current, 'null')));
    end if;
  end loop;
  return v_found;
end;
$$;
comment on function private.overwritten(jsonb, jsonb, jsonb, text) is
  'Overwritten of contract/family-people.ts: fields whose stored value differed from what the form began with '
  '(p_seen), and which the sent value replaced.';

create function private.check_seen(p_input jsonb)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  if not private.is_given(p_input -> 'seen') then return null; end if;
  perform private.check_object(p_input -> 'seen', 'seen', 100000);
  return p_input -> 'seen';
end;
$$;
comment on function private.check_seen(jsonb) is
  'What the form began with (seen), or null if not given; refuses invalid_input seen.';
