-- Every staff list uses these functions for its arguments, days, pages and number of rows. A page begins after the last
-- row of the page before.

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
  'Checks the arguments of a list. p_keys are the allowed filter keys, each with a list of values, text, day or a '
  'pattern. p_sorts is null if there is only one order. p_limit is 1 to 1000. p_after is the last row of the page '
  'before. Fails with invalid_input, and names the field.';

create function private.within_days(p_column text, p_filter jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select nullif(concat_ws(' and ',
    case when p_filter ? 'from' then
      format('%s >= %L', p_column, (p_filter ->> 'from')::date::timestamp at time zone private.time_zone()) end,
    case when p_filter ? 'until' then
      format('%s < %L', p_column, ((p_filter ->> 'until')::date + 1)::timestamp at time zone private.time_zone()) end), '')
$$;
comment on function private.within_days(text, jsonb) is
  'Returns the SQL condition that a column lies between from and until of a checked filter. These are days in '
  'Singapore time, inclusive. Returns null if neither is given.';

create function private.count_limit()
returns integer
language sql
immutable
set search_path = ''
as $$ select 1000 $$;
comment on function private.count_limit() is 'Returns how far lists count. Beyond it the screen shows "1,000+".';

create function private.read_page(
  p_from text, p_where text, p_column text, p_descending boolean, p_after_value text, p_after uuid, p_limit integer,
  p_matching_ids uuid[] default null, p_patterns text[] default null, out ids uuid[], out counted integer)
language plpgsql
volatile
set search_path = ''
as $$
begin
  execute format('select array(select id from %1$s where %2$s %3$s order by %4$s %5$s, id %5$s limit %6$s)',
    p_from, p_where,
    case when p_after is not null then
      format('and (%s, id) %s (%L, %L::uuid)', p_column, case when p_descending then '<' else '>' end, p_after_value, p_after) end,
    p_column, case when p_descending then 'desc' else 'asc' end,
    case when p_after is null then greatest(p_limit, private.count_limit()) else p_limit end + 1)
  into ids using p_matching_ids, p_patterns;
  if p_after is null then counted := cardinality(ids); end if;
  ids := ids[:p_limit + 1];
end;
$$;
comment on function private.read_page(text, text, text, boolean, text, uuid, integer, uuid[], text[]) is
  'Returns the ids of a page, and one more id if there is a next page. p_from, p_where and p_column are generated in '
  'SQL, never taken from the caller. counted is at most private.count_limit plus one, and is given only with the first '
  'page. In p_where, $1 and $2 are p_matching_ids and p_patterns.';

create function private.page_end(p_ids anyarray, p_counted integer, p_limit integer)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'count', case when p_counted > private.count_limit() then private.count_limit() else p_counted end,
    'more', p_counted > private.count_limit(),
    'next', p_ids[case when cardinality(p_ids) > p_limit then p_limit end])
$$;
comment on function private.page_end(anyarray, integer, integer) is
  'Returns {count, more, next} of a page. If there is a next page, p_ids has one id more than p_limit. count and more '
  'are null if p_counted is null.';
