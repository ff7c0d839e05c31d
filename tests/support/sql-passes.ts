/** Makes families with passes, and books, cancels and moves sessions with their credits. */
import type { Caller, TestDatabase } from './database.ts';
import { makeParent, saveChild, signedIn } from './sql-details.ts';
import { ageBookings, rpc, stopCalendar } from './sql.ts';

export interface Home {
  who: Caller;
  email: string;
  familyId: string;
  childId: string;
}

let homes = 0;

/** Makes a signed-in parent with a family and one child. */
export async function makeHome(db: TestDatabase, dob = '2018-05-01'): Promise<Home> {
  const email = `home${++homes}@example.test`;
  const who = await makeParent(db, email);
  const child = await saveChild(db, who, { name: `Child ${homes}`, dob });
  return { who, email, familyId: child.family_id, childId: child.id };
}

/** Makes another account and joins it to the family as its second parent. */
export async function addSecondParent(db: TestDatabase, { who }: Pick<Home, 'who'>) {
  const email = `second${++homes}@example.test`;
  const second = await makeParent(db, email);
  const { token } = await rpc<{ token: string }>(db, who, 'invite_parent', { p_email: email });
  await rpc(db, second, 'accept_invitation', { p_token: token });
  return { who: second, email };
}

export interface PassTerms {
  credits?: number;
  from?: string;
  until?: string | null;
  offer?: string;
  makeUps?: number;
}

/** Makes a pass in the way in which a payment grants it. */
export async function makePass(
  db: TestDatabase,
  { childId, familyId }: Pick<Home, 'childId' | 'familyId'>,
  { credits = 4, from = '2026-01-01', until = null, offer = 'pass-term', makeUps = 0 }: PassTerms = {},
): Promise<string> {
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.passes
      (family_id, child_id, offer_id, title, sessions_total, terms_id, valid_from, valid_until)
    select ${familyId}, ${childId}, id, id, ${credits},
      private.save_sale_terms(id, details || jsonb_build_object('make_ups', ${makeUps}::integer), cancellation), ${from}, ${until}
    from public.offers where id = ${offer} returning id`;
  await db.sql`insert into public.credit_ledger (pass_id, delta, reason) values (${row.id}, ${credits}, 'granted')`;
  return row.id;
}

export async function countCredits(db: TestDatabase, passId: string): Promise<number> {
  const [row] = await db.sql<[{ sum: number }]>`
    select coalesce(sum(delta), 0)::int as sum from public.credit_ledger where pass_id = ${passId}`;
  return row.sum;
}

export interface Booked {
  booking_id: string;
  pass_id: string;
  credits_left: number;
  credit_returns_until: string;
}

export const bookSession = (
  db: TestDatabase,
  home: Pick<Home, 'who' | 'childId'>,
  session: string,
  passId?: string,
): Promise<Booked> =>
  rpc(db, home.who, 'book_session', {
    p_child_id: home.childId,
    p_session_id: session,
    ...(passId && { p_pass_id: passId }),
  });

export const cancelBooking = (
  db: TestDatabase,
  who: Caller,
  bookingId: string,
  seenReturn: boolean | null = null,
) =>
  rpc<{ credit_returned: boolean; credits_left: number }>(db, who, 'cancel_booking', {
    p_booking_id: bookingId,
    p_expected_return: seenReturn,
  });

export const rescheduleBooking = (
  db: TestDatabase,
  who: Caller,
  bookingId: string,
  session: string,
): Promise<Booked> => rpc(db, who, 'reschedule_booking', { p_booking_id: bookingId, p_session_id: session });

/** Stops the calendar this long before a session begins, or after that if negative. */
export async function stopCalendarBefore(db: TestDatabase, session: string, interval: string): Promise<void> {
  const [row] = await db.sql<[{ at: string }]>`
    select private.iso(starts_at - ${interval}::interval) as at from public.sessions where id = ${session}`;
  await stopCalendar(db, row.at);
  await ageBookings(db, session);
}

export async function runCalendar(db: TestDatabase): Promise<void> {
  await db.sql.unsafe(`
    create or replace function private.calendar_now() returns timestamptz language sql volatile
    set search_path = '' as $$ select clock_timestamp() $$;
    create or replace function private.calendar_shift() returns interval language plpgsql stable
    set search_path = '' as $$ begin return interval '0'; end $$`);
}

export async function makePassRows(
  db: TestDatabase,
  today: string,
  ownChild: { childId: string; familyId: string },
  other: { childId: string; familyId: string },
  adminId: string,
): Promise<void> {
  const admin = signedIn(adminId);
  for (const { childId, familyId } of [ownChild, other]) {
    await rpc(db, admin, 'set_child_level', { p_child_id: childId, p_level: 1, p_note: 'Well done' });
    await db.sql`
      insert into public.pass_subscriptions
        (family_id, child_id, offer_id, order_line_id, provider_subscription_id, price_cents, current_period_end)
      select ${familyId}, ${childId}, l.offer_id, l.id, ${`sub_${familyId}`}, 100, now()
      from public.order_lines l join public.orders o on o.id = l.order_id where o.family_id = ${familyId} limit 1`;
    await db.sql`
      insert into public.pass_pauses (pass_id, first_day, last_day, by_staff)
      select id, ${today}, ${today}, false from public.passes where family_id = ${familyId} limit 1`;
    await db.sql`
      insert into public.camp_attendance (enrollment_id, day, attended)
      select e.id, ${today}, true from public.camp_enrollments e join public.camp_weeks w on w.id = e.camp_id
      where e.family_id = ${familyId} and e.status = 'enrolled'
      order by ${today}::date between w.start_date and w.end_date desc, w.is_active desc, e.id limit 1`;
    await db.sql`
      insert into public.growth_reports (camp_id, child_id, foundations)
      select e.camp_id, e.child_id, (select jsonb_agg('null'::jsonb) from generate_series(1, 10))
      from public.camp_attendance a join public.camp_enrollments e on e.id = a.enrollment_id
      where e.family_id = ${familyId} limit 1`;
    await db.sql`
      insert into public.camp_reviews (camp_id, family_id, rating)
      select e.camp_id, e.family_id, 5 from public.camp_enrollments e where e.family_id = ${familyId} limit 1`;
    await db.sql`
      with told as (
        insert into public.referral_codes (code, family_id)
        select 'HI-0000-' || to_char(count(*), 'FM0000'), ${familyId}::uuid from public.referral_codes returning family_id)
      insert into public.referrals (order_id, family_id, credit_cents, per_year_max)
      select o.id, told.family_id, 2000, 5 from told join public.orders o on o.family_id = told.family_id limit 1`;
  }
}
