/**
 * Tests that staff can cancel sessions and camps because of the weather: the preview says what will happen, and all of
 * it happens once or not at all (spec 1 §2).
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FamilyChats } from '#contract/family-chats.ts';
import { CancelByStaffPreview, Consequences } from '#contract/management-schedule.ts';
import type { Caller } from '#support/database.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import * as disputes from '#support/sql-disputes.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { makeUser, refusal, rpc, service, sqlState } from '#support/sql.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';

let db: TestDatabase;
let admin: Caller;
let business: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  await afterSale.sellWithRules(db, []);
  admin = { role: 'authenticated', sub: await makeUser(db, 'boss@example.test', ['admin']) };
  business = {
    role: 'authenticated',
    sub: await makeUser(db, 'owner@example.test', ['business_admin']),
    claims: { aal: 'aal2' },
  };
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const passLine = (session_id: string, offer_id = shop.term.id) => ({ offer_id, session_id });
let week = 4;
const camp = () => camps.makeCamp(db, { start: afterSale.dateIn(7 * week++) });
const session = (days = 3) => afterSale.makeSession(db, afterSale.dateIn(days));
const preview = async (ids: string[], who = admin) =>
  v.parse(CancelByStaffPreview, await rpc(db, who, 'preview_cancel_by_staff', { p_place_ids: ids }));
const cancelByStaff = (ids: string[], seen: object, refunds = false, who = admin) =>
  rpc(db, who, 'cancel_by_staff', {
    p_place_ids: ids,
    p_reason: ' Lightning ',
    p_refunds: refunds,
    p_expected: seen,
  }).then((done) => v.parse(Consequences, done));
const mailsAbout = (...ids: string[]) =>
  db.sql<{ template: string; payload: Record<string, unknown> }[]>`
    select template, payload from public.outbox
    where template like '%cancelled_by_us' and (jsonb_path_query_array(payload, '$.**.session_id') || jsonb_path_query_array(payload, '$.**.camp_id')) ?| ${ids}`;

const placesOf = ({ payload }: { payload: Record<string, unknown> }) =>
  (payload['cancelled_by_us'] ?? []) as {
    session?: { session_id: string };
    children: string[];
    numbers: string[];
    refund_cents?: number;
    other_sessions: unknown;
  }[];

/** Reports each refund of the order as sent, as Stripe does. */
async function payBack(orderId: string): Promise<void> {
  const refunds = await db.sql<{ id: string }[]>`select id from public.refunds where order_id = ${orderId}`;
  expect(refunds.length).toBeGreaterThan(0);
  for (const { id } of refunds)
    await rpc(db, service, 'finish_refund', {
      p_id: id,
      p_provider_id: null,
      p_status: 'succeeded',
      p_error: null,
    });
}

/** Sells a try-out, two sessions of a Term pass and a camp for two children, and adds a waiting family. */
async function rainyDay() {
  const [first, second, campId] = [await session(), await session(4), await camp()];
  const tryout = await afterSale.buy(db, [passLine(first, shop.tryout.id)]);
  const term = await afterSale.buy(db, [passLine(first), passLine(second)]);
  const camping = await afterSale.buy(db, [
    { offer_id: 'tier-spark', camp_id: campId },
    { offer_id: 'tier-spark', camp_id: campId },
  ]);
  await db.sql`update public.sessions set max_capacity = 2 where id = ${first}`;
  await waitlists.joinWaitlist(db, { session_id: first });
  return { ids: [first, second, campId], first, second, campId, tryout, term, camping };
}

test('when families choose, credits are returned, camps wait for a choice, and each family gets one mail', async () => {
  const day = await rainyDay();
  const { choice, refund } = await preview(day.ids);
  expect(choice).toMatchObject({
    places: 3,
    bookings: 5,
    credits: 3,
    refunds: 0,
    refund_cents: 0,
    choices: 2,
  });
  expect(refund.refund_cents).toBe(day.tryout.total + day.camping.total);
  expect(await mailsAbout(...day.ids)).toHaveLength(0);
  expect(await shop.countSpotsTaken(db, day.first)).toBe(2);

  const done = await cancelByStaff(day.ids, choice);
  expect(done).toEqual(choice);
  const mails = await mailsAbout(...day.ids);
  expect(mails.map(({ template }) => template).toSorted()).toEqual([
    'cancelled_by_us',
    'cancelled_by_us',
    'cancelled_by_us',
    'waitlist_cancelled_by_us',
  ]);
  expect(mails.every(({ payload }) => payload['reason'] === 'Lightning')).toBe(true);
  expect(await afterSale.countCredits(db, day.term.lines[0] ?? '')).toBe(18);
  expect(await afterSale.readRefunds(db, day.tryout.orderId)).toHaveLength(0);
  // No cancelled session is proposed as another date for a cancelled one.
  const places = mails.flatMap(placesOf);
  expect(places.filter(({ session }) => session?.session_id === day.second)).toHaveLength(1);
  expect(JSON.stringify(places.map(({ other_sessions }) => other_sessions))).not.toContain(day.second);
  // The calendar file that came with the confirmation is corrected by the order's number.
  const [number] = await db.sql`select number from public.orders where id = ${day.tryout.orderId}`;
  expect(places.flatMap(({ numbers }) => numbers)).toContain(number?.['number']);
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('payments that keep arriving make the call fail with a serialization error instead of running for ever', async () => {
  const day = await rainyDay();
  const [{ source }] = await db.sql<[{ source: string }]>`
    select pg_get_functiondef('private.lines_wholly_cancelled(uuid[],uuid[])'::regprocedure) as source`;
  // Each read finds an order that the previous read did not find.
  await db.sql.unsafe(
    source.replace(
      'select l.* from',
      `select (jsonb_populate_record(l, jsonb_build_object('order_id', gen_random_uuid()))).* from`,
    ),
  );
  const call = rpc(db, admin, 'preview_cancel_by_staff', { p_place_ids: day.ids });
  expect(await sqlState(call)).toBe('40001');
  await db.sql.unsafe(source);
});

test('when staff refund at once, a purchase cancelled as a whole is refunded, and longer passes get their credit', async () => {
  const day = await rainyDay();
  const { refund } = await preview(day.ids);
  expect(refund).toMatchObject({ credits: 2, refunds: 3, choices: 0 });
  const done = await cancelByStaff(day.ids, refund, true);
  expect(done).toEqual(refund);
  // Staff can call or write to every family, even if its spot has ended, because a mail may be read too late.
  const chats = await rpc(db, admin, 'get_family_chats', { p_place_ids: day.ids });
  const { families } = v.parse(FamilyChats, chats);
  expect(families).toHaveLength(refund.families);
  expect(families.flatMap(({ children }) => children)).toHaveLength(refund.children);
  expect(families.every(({ parents }) => parents.length > 0)).toBe(true);
  const sumRefunds = async (orderId: string) =>
    (
      await db.sql<[{ cents: number }]>`
      select coalesce(sum(amount_cents), 0)::int as cents from public.refunds where order_id = ${orderId}`
    )[0].cents;
  expect(await sumRefunds(day.tryout.orderId)).toBe(day.tryout.total);
  expect(await sumRefunds(day.camping.orderId)).toBe(day.camping.total);
  expect(await sumRefunds(day.term.orderId)).toBe(0);
  expect(await afterSale.countCredits(db, day.tryout.lines[0] ?? '')).toBe(0);
  const notices = (await mailsAbout(...day.ids)).filter(
    ({ template }) => template !== 'waitlist_cancelled_by_us',
  );
  // Each family gets one mail, which says what is refunded for each spot.
  expect(
    notices.map((mail) => placesOf(mail).map(({ refund_cents }) => refund_cents ?? 0)).toSorted(),
  ).toEqual([[0, 0], [day.tryout.total], [day.camping.total]].toSorted());
  expect(done.mails).toBe(notices.length + 1);
  for (const { orderId } of [day.tryout, day.camping]) {
    expect(await afterSale.readMails(db, orderId)).not.toContain('order_cancelled');
    // No second mail follows when Stripe has sent the refund.
    await payBack(orderId);
    expect(await afterSale.readMails(db, orderId)).not.toContain('refund_sent');
  }
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('the one mail says that a refund waits for a dispute, and another mail comes when it is sent', async () => {
  const campId = await camp();
  const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: campId }]);
  const dispute = disputes.disputeReport(await disputes.readIntent(db, bought), {
    amount_cents: bought.total,
  });
  await disputes.reportDispute(db, dispute);
  const { refund } = await preview([campId]);
  await cancelByStaff([campId], refund, true);
  const [mail] = await mailsAbout(campId);
  expect(mail && placesOf(mail)).toMatchObject([
    { refunded: true, refund_cents: bought.total, refund_waits: true },
  ]);
  await disputes.reportDispute(
    db,
    disputes.laterReport(dispute, { outcome: 'won', status: 'won', withdrawn_cents: 0 }),
  );
  await payBack(bought.orderId);
  expect(
    (await afterSale.readMails(db, bought.orderId)).filter((name) => name === 'refund_sent'),
  ).toHaveLength(1);
});

test('a repeated request, or two admins at once, cancel only once', async () => {
  const day = await rainyDay();
  const { refund } = await preview(day.ids);
  const answers = await Promise.all([
    cancelByStaff(day.ids, refund, true),
    cancelByStaff(day.ids.toReversed(), refund, true, business),
    cancelByStaff(day.ids, refund, true),
  ]);
  expect(answers.map(({ places }) => places).toSorted()).toEqual([0, 0, 3]);
  expect(answers.reduce((sum, { refund_cents }) => sum + refund_cents, 0)).toBe(refund.refund_cents);
  expect(await mailsAbout(...day.ids)).toHaveLength(4);
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('if bookings changed since the preview, nothing is cancelled and the new number is returned', async () => {
  const one = await session();
  const { choice } = await preview([one]);
  await afterSale.buy(db, [passLine(one)]);
  expect(await refusal(cancelByStaff([one], choice))).toMatchObject({
    code: 'changed_meanwhile',
    field: 'p_expected.bookings',
    detail: '1',
  });
  expect(await mailsAbout(one)).toHaveLength(0);
  expect(await shop.countSpotsTaken(db, one)).toBe(1);
});

test('parents who cancel the same bookings at the same time cause no deadlock, and the money is refunded once', async () => {
  for (let n = 0; n < 4; n++) {
    const [first, campId] = [await session(), await camp()];
    const tryout = await afterSale.buy(db, [passLine(first, shop.tryout.id)]);
    const camping = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: campId }]);
    const { refund } = await preview([first, campId]);
    const ends = await Promise.allSettled([
      cancelByStaff([campId, first], refund, true),
      afterSale.cancelLines(db, tryout, tryout.lines, 0),
      afterSale.cancelLines(db, camping, camping.lines, 0),
    ]);
    for (const end of ends)
      if (end.status === 'rejected') expect(String(end.reason)).not.toMatch(/deadlock|serializ/);
    for (const { orderId, total } of [tryout, camping]) {
      const [back] = await db.sql<[{ cents: number }]>`
        select coalesce(sum(amount_cents), 0)::int as cents from public.refunds where order_id = ${orderId}`;
      expect([0, total]).toContain(back.cents);
    }
    expect(await afterSale.findFaults(db)).toEqual([]);
  }
});

test('one session that has begun prevents the cancellation of all others', async () => {
  const [one, begun] = [await session(5), await session(6)];
  await afterSale.buy(db, [passLine(one)]);
  await afterSale.stopBefore(db, begun, 0);
  expect(await refusal(preview([one, begun]))).toMatchObject({ code: 'session_started' });
  const other = await session(9);
  expect(await refusal(preview([other, begun]))).toMatchObject({
    code: 'session_started',
    field: 'p_place_ids[1]',
  });
});

test('a payment with nothing left to refund does not stop the refunds of others', async () => {
  const one = await session();
  const [refunded, paid] = [
    await afterSale.buy(db, [passLine(one, shop.tryout.id)]),
    await afterSale.buy(db, [passLine(one, shop.tryout.id)]),
  ];
  await refundAsStaff(db, admin, { order: refunded.orderId }, refunded.total);
  const { refund } = await preview([one]);
  expect(refund).toMatchObject({ bookings: 2, credits: 1, refunds: 1, refund_cents: paid.total });
  expect(await cancelByStaff([one], refund, true)).toEqual(refund);
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test.each([
  ['no reason', { p_reason: null }, 'p_reason'],
  ['an empty reason', { p_reason: '' }, 'p_reason'],
  ['a blank reason', { p_reason: ' ' }, 'p_reason'],
  ['an endless reason', { p_reason: 'x'.repeat(201) }, 'p_reason'],
  ['a reason that cannot be read', { p_reason: 'a\u0007b' }, 'p_reason'],
  ['no places', { p_place_ids: [] }, 'p_place_ids'],
  ['lists of places', { p_place_ids: [[crypto.randomUUID()], [crypto.randomUUID()]] }, 'p_place_ids'],
  ['nothing decided about money', { p_refunds: null }, 'p_refunds'],
  ['nothing seen', { p_expected: null }, 'p_expected'],
])('%s is refused', async (_, wrong, field) => {
  const good = { p_place_ids: [await session()], p_reason: 'Rain', p_refunds: false, p_expected: {} };
  expect(await refusal(rpc(db, admin, 'cancel_by_staff', { ...good, ...wrong }))).toMatchObject({
    code: 'invalid_input',
    field,
  });
});

test('the error names an id that is not a session or camp', async () =>
  expect(await refusal(preview([crypto.randomUUID()]))).toMatchObject({
    code: 'place_not_found',
    field: 'p_place_ids[0]',
  }));
