-- What every list of the staff begins and ends with: its arguments, its days, a page by key, and how many there are.

create function private.check_list(p_filter jsonb, p_keys jsonb, p_sort text, p_sorts text[], p_limit integer)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_key text;
  v_value text;
  v_rule text;
begin
  perform private.check_object(p_filter, 'p_filter', 1000);
  for v_key in select jsonb_object_keys(p_filter) loop
    v_value := p_filter ->> v_key;
    v_rule := p_keys ->> v_key;
    if jsonb_typeof(p_filter -> v_key) <> 'string' or not coalesce(case
      when jsonb_typeof(p_keys -> v_key) = 'array' then p_keys -> v_key ? v_value
      when v_rule = 'text' then length(btrim(v_value)) between 1 and 120
      when v_rule = 'day' then v_value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(v_value, 'date')
      else v_value ~ v_rule end, false) then
      perform private.fail('invalid_input', 'p_filter.' || left(v_key, 60));
    end if;
  end loop;
  if p_sorts is not null and (p_sort is null or p_sort <> all (p_sorts)) then perform private.fail('invalid_input', 'p_sort'); end if;
  if p_limit is null or p_limit not between 1 and 1000 then perform private.fail('invalid_input', 'p_limit'); end if;
end;
$$;
comment on function private.check_list(jsonb, jsonb, text, text[], integer) is
  'Arguments of a list, else invalid_input with the field. p_keys: what a filter may name, each a list of values, text '
  '(1 to 120 characters), day (YYYY-MM-DD) or a pattern; p_sorts: null where there is one order alone; p_limit: 1 to '
  '1000.';

create function private.within_days(p_column text, p_filter jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  -- Null without days, which concat_ws passes over.
  select nullif(concat_ws(' and ',
    case when p_filter ? 'from' then
      format('%s >= %L', p_column, (p_filter ->> 'from')::date::timestamp at time zone private.time_zone()) end,
    case when p_filter ? 'until' then
      format('%s < %L', p_column, ((p_filter ->> 'until')::date + 1)::timestamp at time zone private.time_zone()) end), '')
$$;
comment on function private.within_days(text, jsonb) is
  'The condition that a column lies within from and until of a filter that was checked: days in Singapore, both '
  'included; null without.';

create function private.counted_most()
returns integer
language sql
immutable
set search_path = ''
as $$ select 1000 $$;
comment on function private.counted_most() is 'Lists are counted no further: what stands there then is "1,000+".';

create function private.read_page(
  p_from text, p_where text, p_column text, p_down boolean, p_after_value text, p_after uuid, p_limit integer,
  p_found uuid[] default null, p_patterns text[] default null, out ids uuid[], out counted integer)
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- What is counted is met in the list's order: the first page is its beginning, and looked for once.
  execute format('select array(select id from %1$s where %2$s %3$s order by %4$s %5$s, id %5$s limit %6$s)',
    p_from, p_where,
    case when p_after is not null then
      format('and (%s, id) %s (%L, %L::uuid)', p_column, case when p_down then '<' else '>' end, p_after_value, p_after) end,
    p_column, case when p_down then 'desc' else 'asc' end,
    case when p_after is null then greatest(p_limit, private.counted_most()) else p_limit end + 1)
  into ids using p_found, p_patterns;
  if p_after is null then counted := cardinality(ids); end if;
  ids := ids[:p_limit + 1];
end;
$$;
comment on function private.read_page(text, text, text, boolean, text, uuid, integer, uuid[], text[]) is
  'The ids of a page and one more, by key, of a table with its alias (p_from), a condition and a column that were made '
  'here; after the row p_after, whose column is p_after_value. counted: how many there are, to one more than '
  'private.counted_most, with the first page alone. $1 and $2 of the condition: p_found, p_patterns.';

create function private.page_end(p_ids anyarray, p_counted integer, p_limit integer)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    -- Null stays null, which least would pass over.
    'count', case when p_counted > private.counted_most() then private.counted_most() else p_counted end,
    'more', p_counted > private.counted_most(),
    'next', p_ids[case when cardinality(p_ids) > p_limit then p_limit end])
$$;
comment on function private.page_end(anyarray, integer, integer) is
  '{count, more, next} of a page whose ids are one more than p_limit where it goes on; count and more are null without '
  'a count.';
