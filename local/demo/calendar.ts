import type postgres from 'postgres';

/**
 * Moves the demo's calendar to the coming Monday in Singapore if no session of this weekend can still be booked, and
 * otherwise back to the real time. Returns a sentence for the console, or null if nothing was moved. Holds and payments
 * use the real clock.
 */
export async function shiftCalendar(sql: postgres.Sql, now?: Date): Promise<string | null> {
  await setCalendar(sql, null);
  const moment = now?.toISOString() ?? (await findNewMonday(sql));
  if (!moment) return null;
  await setCalendar(sql, moment);
  const [row] = await sql<{ line: string }[]>`
    select to_char(private.calendar_now() at time zone private.time_zone(), 'FMDay FMDD FMMonth YYYY, HH24:MI') as line`;
  return `The demo's calendar is shifted: in Singapore it is ${row?.line}.`;
}

async function findNewMonday(sql: postgres.Sql): Promise<string | null> {
  await sql`select public.ensure_next_weekend_funstart_sessions()`;
  const [row] = await sql<{ monday: string | null }[]>`
    select private.iso((w.sunday + 1)::timestamp at time zone private.time_zone()) as monday
    from private.weekend() w
    where not exists (select from public.get_session_availability_with_enrollments())`;
  return row?.monday ?? null;
}

async function setCalendar(sql: postgres.Sql, moment: string | null): Promise<void> {
  const [row] = await sql<{ offset: string }[]>`
    -- Rounded up, because a millisecond before Monday is still Sunday.
    select (ceil(extract(epoch from coalesce(${moment}::timestamptz, clock_timestamp()) - clock_timestamp()) * 1000)
      / 1000)::numeric(20, 3)::text as offset`;
  const shift = moment === null ? '' : ` + interval '${row?.offset} seconds'`;
  await sql.unsafe(`
    create or replace function private.calendar_now() returns timestamptz language plpgsql volatile
    set search_path = '' as $$ begin return clock_timestamp()${shift}; end $$;
    create or replace function private.calendar_shift() returns interval language plpgsql stable
    set search_path = '' as $$ begin return interval '${moment === null ? '0' : `${row?.offset} seconds`}'; end $$`);
}
