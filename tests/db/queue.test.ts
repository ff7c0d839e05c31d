/** Tests the queue before a camp: who queues, and in which order families are admitted. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import { makeCamp } from '#support/sql-camps.ts';
import { campLine, childAged8, openShop } from '#support/sql-orders.ts';
import { at, queueOf } from '#support/sql-queue.ts';
import { joinAs, joinRequest, releaseOrder } from '#support/sql-waitlists.ts';
import { refusal, visitor } from '#support/sql.ts';

let db: TestDatabase;
let camp: string;
beforeAll(async () => {
  db = await openShop();
  expect(await db.sql`select from public.settings where queue_enabled`).toHaveLength(0);
  await db.sql`update public.settings set holds_per_address_max = 1000`;
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`truncate public.queue_tickets, public.rate_limits`;
  await db.sql`update public.holds set expires_at = clock_timestamp() - interval '1 hour'`;
  await set({ queue_enabled: true, queue_above_per_minute: 0, queue_admits_per_minute: 1 });
  camp = await makeCamp(db, { capacity: 50 });
});

const { set, join, place, book, admit } = queueOf(
  () => db,
  () => camp,
);
/** Lets time pass since the last tickets were admitted. */
const pass = (seconds: number) =>
  db.sql`update public.queue_tickets set admitted_at = admitted_at - make_interval(secs => ${seconds}) where admitted_at is not null`;
const passMinute = () => pass(61);
/** Lets the browser of a ticket sleep. */
const sleep = (ticket: string, minutes: number) =>
  db.sql`update public.queue_tickets set expires_at = expires_at - make_interval(mins => ${minutes})
    where secret_hash = private.ticket_hash(${ticket})`;

/** Offers the camp's only spot to a family on its waitlist, and returns the secret of the entry. */
async function offerSpot(): Promise<string> {
  await set({ queue_enabled: false });
  await db.sql`update public.camp_weeks set capacity = 1 where id = ${camp}`;
  const order = await book({}, at('203.0.113.8'));
  const children = [childAged8('Child')];
  const { secret } = await joinAs(db, visitor, { ...joinRequest({ camp_id: camp }), children });
  await releaseOrder(db, order);
  await set({ queue_enabled: true });
  return secret;
}

describe('a family that changes its order after opening the payment page', () => {
  test('does not queue again, unless it comes back later than a hold lasts in all', async () => {
    const { ticket } = await join();
    await admit(ticket);
    const first = await book({ ticket });
    await releaseOrder(db, first);
    const second = await book({ previous_secret: first.secret });
    expect(second).toMatchObject({ status: 'held' });
    await releaseOrder(db, second);
    await db.sql`update public.orders set opened_at = opened_at - interval '3 hours' where secret = ${second.secret}`;
    expect(await refusal(book({ previous_secret: second.secret }))).toMatchObject({ code: 'queue_first' });
  });
});

test('spots with a payment page, and spots of classes, do not open the queue', async () => {
  await set({ queue_above_per_minute: 1 });
  const { secret } = await book();
  expect(await join()).toMatchObject({ state: expect.stringMatching(/waiting|admitted/) as string });
  await db.sql`truncate public.queue_tickets`;
  await db.sql`
    update public.holds set expires_at = expires_at + interval '3 minutes'
    where order_id = (select id from public.orders where secret = ${secret})`;
  expect(await join()).toEqual({ state: 'closed' });
});

describe('who has to queue', () => {
  test('nobody, if the queue is switched off', async () => {
    await set({ queue_enabled: false });
    await book();
    expect(await join()).toEqual({ state: 'closed' });
  });

  test('nobody, while fewer spots are held within a minute than the limit', async () => {
    await set({ queue_above_per_minute: 2 });
    await book();
    await book({}, at('203.0.113.2'));
    expect(await refusal(book({}, at('203.0.113.3')))).toMatchObject({ code: 'queue_first' });
    await db.sql`update public.holds set expires_at = expires_at - interval '61 seconds'`;
    await book({}, at('203.0.113.3'));
  });

  test('whoever arrives while others wait, even if it has become quieter', async () => {
    await join();
    await join();
    await set({ queue_above_per_minute: 1000 });
    expect(await refusal(book())).toMatchObject({ code: 'queue_first' });
    await db.sql`update public.queue_tickets set expires_at = clock_timestamp()`;
    await book();
  });

  test.each([
    ['the queue is switched off', { queue_enabled: false }],
    ['sales are stopped', { sales_stopped: true }],
  ])('nobody any more, once %s', async (_, change) => {
    await join();
    const { ticket } = await join('203.0.113.2');
    expect(await place(ticket)).toMatchObject({ state: 'waiting' });
    await set(change);
    expect(await place(ticket)).toEqual({ state: 'closed' });
    expect(await join('203.0.113.3')).toEqual({ state: 'closed' });
    if ('sales_stopped' in change) {
      expect(await refusal(book({ ticket }))).toMatchObject({ code: 'sales_stopped' });
      await set({ sales_stopped: false });
    } else await book({ ticket });
  });

  test('whoever names an invented place on a waitlist, or adds another camp to an offered one', async () => {
    await join();
    expect(await refusal(book({ waitlist_secret: randomUUID() }))).toMatchObject({ code: 'queue_first' });
    const waitlist_secret = await offerSpot();
    const other = await makeCamp(db, { capacity: 50 });
    const lines = [campLine(camp), campLine(other)];
    expect(await refusal(book({ waitlist_secret, lines }))).toMatchObject({ code: 'queue_first' });
    await book({ waitlist_secret });
  });

  test('whoever replaces the order of an offer by one with more spots of its camp', async () => {
    await join();
    const waitlist_secret = await offerSpot();
    const { secret } = await book({ waitlist_secret });
    await db.sql`update public.camp_weeks set capacity = 50 where id = ${camp}`;
    const two = [campLine(camp), { ...campLine(camp), child: 1 }];
    const children = [childAged8('Kai'), childAged8('Mira')].map(({ dob }) => ({ dob }));
    for (const more of [{}, { waitlist_secret }])
      expect(await refusal(book({ previous_secret: secret, lines: two, children, ...more }))).toMatchObject({
        code: 'queue_first',
      });
    const { secret: again } = await book({ previous_secret: secret, waitlist_secret });
    expect(await refusal(book({ previous_secret: again, lines: two, children }))).toMatchObject({
      code: 'queue_first',
    });
  });

  test('not who changes the order of a camp that is held, but who adds another camp', async () => {
    const { ticket } = await join();
    const { secret } = await book({ ticket });
    const other = await makeCamp(db, { capacity: 50 });
    const kept = await book({ previous_secret: secret });
    expect(await refusal(book({ previous_secret: kept.secret, lines: [campLine(other)] }))).toMatchObject({
      code: 'queue_first',
    });
  });
});

describe('order', () => {
  test('is the order of arrival, at the rate of the settings', async () => {
    const tickets = [await join(), await join('203.0.113.2'), await join('203.0.113.3')];
    expect(tickets).toMatchObject([
      { state: 'admitted' },
      { state: 'waiting', ahead: 0, wait_seconds: 60 },
      { state: 'waiting', ahead: 1, wait_seconds: 120 },
    ]);
    const third = tickets[2]?.ticket ?? '';
    expect(await place(third)).toMatchObject({ state: 'waiting', ahead: 1 });
    await passMinute();
    expect(await place(third)).toMatchObject({ state: 'waiting', ahead: 0 });
    await passMinute();
    expect(await place(third)).toEqual({ state: 'admitted' });
  });

  test('joining again does not bring anybody forward', async () => {
    await join();
    const { ticket } = await join('203.0.113.2');
    const again = [await join('203.0.113.3'), await join('203.0.113.3'), await join('203.0.113.3')];
    expect(again.map((one) => one.state === 'waiting' && one.ahead)).toEqual([1, 2, 3]);
    expect(await place(ticket)).toMatchObject({ ahead: 0 });
  });

  test('one household of IPv6 gets at most 60 tickets, and others still get theirs', async () => {
    const household = (n: number) => join(`2001:db8::${n.toString(16)}`);
    for (let n = 1; n <= 60; n++) await household(n);
    expect(await refusal(household(61))).toMatchObject({ code: 'rate_limited' });
    expect(await join('2001:db8:0:1::1')).toMatchObject({ state: 'waiting', ahead: 59 });
    expect(await join('203.0.113.1')).toMatchObject({ state: 'waiting', ahead: 60 });
  });

  test('a browser that asks again keeps its place, and one that left lets others pass', async () => {
    await join();
    const gone = await join('203.0.113.2');
    const stays = await join('203.0.113.3');
    await db.sql`update public.queue_tickets set expires_at = clock_timestamp() + interval '810 seconds'`;
    expect(await place(stays.ticket)).toMatchObject({ ahead: 1 });
    await db.sql`update public.queue_tickets set expires_at = clock_timestamp()
      where secret_hash = private.ticket_hash(${gone.ticket})`;
    expect(await place(stays.ticket)).toMatchObject({ ahead: 0 });
    expect(await place(gone.ticket)).toEqual({ state: 'ended' });
  });

  test('is kept by a browser that sleeps, while others go ahead and nobody is held up', async () => {
    await join();
    const asleep = await join('203.0.113.2');
    const awake = await join('203.0.113.3');
    await sleep(asleep.ticket, 3);
    expect(await place(awake.ticket)).toMatchObject({ ahead: 0 });
    await passMinute();
    expect(await place(awake.ticket)).toEqual({ state: 'admitted' });
    const last = await join('203.0.113.4');
    expect(await place(asleep.ticket)).toMatchObject({ state: 'waiting', ahead: 0 });
    expect(await place(last.ticket)).toMatchObject({ ahead: 1 });
    await passMinute();
    expect(await place(last.ticket)).toMatchObject({ state: 'waiting' });
    expect(await place(asleep.ticket)).toEqual({ state: 'admitted' });
  });

  test('does not stop when everybody leaves: the next family is admitted at once', async () => {
    await join();
    for (const n of [2, 3, 4]) await sleep((await join(`203.0.113.${n}`)).ticket, 3);
    await passMinute();
    expect(await join('203.0.113.5')).toMatchObject({ state: 'admitted' });
  });

  test('steps together admit no more in a minute than the rate', async () => {
    await set({ queue_admits_per_minute: 2 });
    const tickets = [await join(), await join('203.0.113.2'), await join('203.0.113.3')];
    await pass(6);
    await place(tickets[2]?.ticket ?? '');
    await pass(6);
    expect(await place(tickets[2]?.ticket ?? '')).toMatchObject({ state: 'waiting', ahead: 0 });
    await pass(60);
    expect(await place(tickets[2]?.ticket ?? '')).toEqual({ state: 'admitted' });
  });

  test('many browsers that ask at the same moment admit no more than the rate', async () => {
    const tickets = [];
    for (let n = 0; n < 20; n++) tickets.push(await join(`203.0.113.${n}`));
    await passMinute();
    await set({ queue_admits_per_minute: 24 });
    await Promise.all(tickets.map(({ ticket }) => place(ticket)));
    const admitted = await db.sql`select count(admitted_at) as count,
      max(id) filter (where admitted_at is not null) < min(id) filter (where admitted_at is null) as ordered
      from public.queue_tickets`;
    expect(admitted).toEqual([{ count: 3, ordered: true }]);
  });
});
