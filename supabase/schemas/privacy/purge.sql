-- The chore that calls every purge.

create function public.list_purges()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$ select coalesce(jsonb_agg(class order by class), '[]') from public.retention_periods $$;
comment on function public.list_purges() is
  'The classes that purge_piece takes: [class]. Definer: only the service role may call.';
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
  'One piece of what purge_expired does, of one class, as a statement of its own: {purged: rows, null where it failed, which the system''s log tells; more: is there perhaps something left}. The chore calls it again while there is more. Refuses invalid_input. Definer: only the service role may call.';
grant execute on function public.purge_piece(text) to service_role;

create function public.purge_expired()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_class record;
  v_count integer;
  v_purged jsonb := '{}';
begin
  if not (private.is_service() or private.is_admin()) then perform private.deny(); end if;
  for v_class in select class, purge from public.retention_periods order by class loop
    -- What one class cannot let go of keeps no other from its end.
    begin
      execute format('select private.%I()', v_class.purge) into v_count;
    exception when others then
      perform private.log_purge(v_class.class, sqlstate);
      v_count := null;
    end;
    v_purged := v_purged || jsonb_build_object(v_class.class, v_count);
  end loop;
  return v_purged;
end;
$$;
comment on function public.purge_expired() is
  'Deletes or anonymises what is past its retention period: {class: rows, null where it failed, which the system''s log tells}. A chore, safe to run twice at once; takes a part at a time and the rest with the next call. Refuses not_allowed. Definer: only the service and admins, asked inside; calls only functions that retention_periods names, which nobody writes through the API.';
grant execute on function public.purge_expired() to authenticated, service_role;
