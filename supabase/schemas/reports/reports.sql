-- Each report is one call, so that it can be shown as soon as it is ready (docs/decisions "/management/reports").

create function private.check_report_days(p_from date, p_until date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  -- This is a year, and up to six days of the week in which it began.
  c_most constant integer := 378;
begin
  if p_from is null or p_from not between '2000-01-01' and '2100-12-31' then perform private.fail('invalid_input', 'p_from'); end if;
  if p_until is null or p_until not between p_from and p_from + c_most - 1 then perform private.fail('invalid_input', 'p_until'); end if;
end;
$$;
comment on function private.check_report_days(date, date) is
  'Accepts at most 378 days, including the first and the last day. Fails with invalid_input, and names the field.';

create function public.get_report(p_report text, p_from date, p_until date)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_from timestamptz;
  v_until timestamptz;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_report_days(p_from, p_until);
  v_from := p_from::timestamp at time zone private.time_zone();
  v_until := (p_until + 1)::timestamp at time zone private.time_zone();
  if p_report is null or p_report not in ('revenue', 'refunds', 'gst', 'methods', 'balances', 'deferred', 'gst_return', 'fill', 'early_bird', 'waitlists', 'steps', 'retention', 'hours', 'instalments') then
    perform private.fail('invalid_input', 'p_report');
  end if;
  return case p_report
    when 'revenue' then private.report_revenue(v_from, v_until)
    when 'refunds' then private.report_refunds(v_from, v_until)
    when 'gst' then private.report_gst(v_from, v_until)
    when 'methods' then private.report_methods(v_from, v_until)
    when 'balances' then private.report_balances(v_from, v_until)
    when 'deferred' then private.report_deferred(p_until)
    when 'gst_return' then private.report_gst_return(v_from, v_until)
    when 'fill' then private.report_fill(p_from, p_until)
    when 'early_bird' then private.report_early_bird(v_from, v_until)
    when 'waitlists' then private.report_waitlists(v_from, v_until)
    when 'steps' then private.report_booking_steps(v_from, v_until)
    when 'retention' then private.report_retention(v_from, v_until)
    when 'instalments' then private.report_instalments()
    when 'hours' then private.hours_view(p_from, p_until, null, true) end;
end;
$$;
comment on function public.get_report(text, date, date) is
  'For admins. Returns one report over at most 378 days in Singapore. contract/management-reports.ts has the shapes. '
  'Fails with invalid_input (p_report, p_from, p_until). Definer: reads past the policies, after checking for an '
  'admin.';
grant execute on function public.get_report(text, date, date) to authenticated;
select private.answer_calls('public.get_report(text, date, date)', 'reports');

create function public.get_my_hours(p_from date, p_until date)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_coach() then perform private.deny(); end if;
  perform private.check_report_days(p_from, p_until);
  return private.hours_view(p_from, p_until, (select id from public.coaches where user_id = (select auth.uid())), false);
end;
$$;
comment on function public.get_my_hours(date, date) is
  'For coaches. Returns their own hours over at most 378 days, as HoursReport (contract/management-reports.ts). It '
  'takes no coach''s id, so it returns nobody else''s. Definer: reads past the policies, after checking for a coach.';
grant execute on function public.get_my_hours(date, date) to authenticated;
select private.answer_calls('public.get_my_hours(date, date)', 'reports');
