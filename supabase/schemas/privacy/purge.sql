-- Deletes data past its retention period, piece by piece.

create function public.list_purges()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$ select coalesce(jsonb_agg(class order by class), '[]') from public.retention_periods $$;
comment on function public.list_purges() is
  'Returns the names of the classes that purge_piece accepts. Definer: only the service role may call.';
grant execute on function public.list_purges() to service_role;

create function public.purge_piece(p_class text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_purge constant text := (select purge from public.retention_periods where class = p_class);
  v_count integer;
begin
  if v_purge is null then perform private.fail('invalid_input', 'p_class'); end if;
  begin
    execute format('select private.%I()', v_purge) into v_count;
  exception when others then
    perform private.log_purge(p_class, sqlstate);
    return jsonb_build_object('purged', null, 'more', false);
  end;
  return jsonb_build_object(
    'purged', v_count,
    'more', v_count > 0 or exists (select from public.purge_positions where class = p_class and after is not null));
end;
$$;
comment on function public.purge_piece(text) is
  'Purges a batch of one class. Returns {purged, more}. purged is the number of rows, or null if the purge failed. The '
  'system log then says why. Definer: only the service role may call.';
grant execute on function public.purge_piece(text) to service_role;
