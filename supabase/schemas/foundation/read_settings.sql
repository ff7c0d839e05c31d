-- Reads the settings.

create function private.settings()
returns public.settings
language plpgsql
stable
set search_path = ''
as $$
declare
  v_settings public.settings;
begin
  select * into v_settings from public.settings;
  if not found then
    raise exception 'the settings row is missing: run supabase/seed.sql';
  end if;
  return v_settings;
end;
$$;
comment on function private.settings() is 'Returns the settings row. Only definer functions call it.';

create function private.provider()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
begin
  return jsonb_build_object('name', coalesce(v_settings.legal_name, v_settings.name),
    'address', v_settings.legal_address, 'uen', v_settings.uen);
end;
$$;
comment on function private.provider() is 'Returns the seller, as Provider (contract/receipts.ts), for receipts.';
