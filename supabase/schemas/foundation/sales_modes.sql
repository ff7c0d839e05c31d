-- These functions stop sales or changes while the settings say so, and return the notice that pages show.

create function private.sales_notice()
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
begin
  return case when v_settings.maintenance then v_settings.maintenance_sentence
    when v_settings.sales_stopped then v_settings.sales_stopped_sentence end;
end;
$$;
comment on function private.sales_notice() is
  'Returns the sentence that parents read while sales are stopped or during maintenance. Returns null while sales are '
  'open.';

create function private.check_maintenance()
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if (private.settings()).maintenance then perform private.fail('sales_stopped'); end if;
end;
$$;
comment on function private.check_maintenance() is
  'Fails with sales_stopped during maintenance. New orders, upgrades, session bookings with credits, new payment '
  'pages and sales at the desk call it.';

create function private.check_sales()
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if private.sales_notice() is not null then perform private.fail('sales_stopped'); end if;
end;
$$;
comment on function private.check_sales() is
  'Fails with sales_stopped while sales are stopped, and during maintenance. New orders on the site call it.';

create function public.get_sales_notice()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'mode', (select case when t.maintenance then 'maintenance' when t.sales_stopped then 'stopped' else 'open' end from private.settings() t),
    'sentence', private.sales_notice());
end;
$$;
comment on function public.get_sales_notice() is
  'For everybody. Returns SalesNotice (contract/sales-notice.ts): {mode: open | stopped | maintenance, sentence: what '
  'parents read, or null}. Definer: the settings row is closed to visitors.';
grant execute on function public.get_sales_notice() to anon, authenticated;
