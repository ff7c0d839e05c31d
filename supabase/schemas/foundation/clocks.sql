-- These functions return the time and the date in Singapore, which a demo may shift.

create function private.time_zone()
returns text
language plpgsql
immutable
set search_path = ''
as $$ begin return 'Asia/Singapore'; end $$;
comment on function private.time_zone() is
  'Returns the time zone. No other SQL names it. The function is immutable, because stored columns are computed with '
  'it.';

create function private.calendar_now()
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$ begin return clock_timestamp(); end $$;
comment on function private.calendar_now() is
  'Returns the calendar''s time. It decides only which weekend is offered and whether a session has begun. Holds and '
  'payments use clock_timestamp(). The local demo may replace it.';

create function private.calendar_shift()
returns interval
language plpgsql
stable
set search_path = ''
as $$ begin return interval '0'; end $$;
comment on function private.calendar_shift() is
  'Returns how far the calendar is ahead of the clock. Subtracting the two clocks would not give zero, because the '
  'second is read later.';

create function private.calendar_today()
returns date
language plpgsql
volatile
set search_path = ''
as $$ begin return (private.calendar_now() at time zone private.time_zone())::date; end $$;
comment on function private.calendar_today() is 'Returns the calendar''s date in Singapore.';

create function private.iso(p_moment timestamptz)
returns text
language plpgsql
immutable
set search_path = ''
as $$ begin return to_char(p_moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'); end $$;
comment on function private.iso(timestamptz) is
  'Formats a time as ISO 8601 in UTC with milliseconds, regardless of the session''s time zone. Null stays null.';

create function private.age_on(p_dob date, p_day date)
returns integer
language plpgsql
immutable
set search_path = ''
-- The timestamps have no time zone, because the result would otherwise depend on the session and not be immutable.
as $$ begin return extract(year from age(p_day::timestamp, p_dob::timestamp)); end $$;
comment on function private.age_on(date, date) is
  'Returns the age in years on a day, or null without a date. In a common year, a person born on 29 February has '
  'their birthday on 1 March.';
grant execute on function private.age_on(date, date) to authenticated, service_role;
