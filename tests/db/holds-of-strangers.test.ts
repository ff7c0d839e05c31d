/** Tests that nobody can block a whole camp with many mailboxes, many addresses or a script. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { visitorAt } from '#support/sql-leads.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, makeUser, refusal, rpc, service, waitForLocked } from '#support/sql.ts';

let db: TestDatabase;
let camp: string;
let other: string;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`truncate public.rate_limits`;
  camp = await camps.makeCamp(db, { capacity: 20 });
  other = await camps.makeCamp(db, { capacity: 20 });
});

const hold = (who: Caller, camp_ids: string[], more: object = {}) =>
  rpc<OrderView>(db, who, 'hold_order', {
    p_order: {
      lines: camp_ids.map((camp_id) => ({ offer_id: 'tier-spark', camp_id, expected_price_cents: null })),
      previous_secret: null,
      ...more,
    },
  });
const code = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    () => refusal(call).then((refused) => refused.code),
  );
const countHeld = async (place = camp) => {
  const [row] = await db.sql<{ n: number }[]>`
    select count(*) as n from public.holds where camp_id = ${place} and expires_at > clock_timestamp()`;
  return row?.n ?? -1;
};
const account = async (email: string, address: string): Promise<Caller> => {
  const sub = await makeUser(db, email);
  await db.sql`update auth.users set email_confirmed_at = now() where id = ${sub}`;
  return { ...visitorAt(address), role: 'authenticated', sub };
};

test('three mailboxes of one network cannot hold a whole camp', async () => {
  const outcomes = [];
  for (const name of ['one', 'two', 'three'])
    outcomes.push(
      await code(hold(await account(`${name}@mailbox.test`, '203.0.113.20'), Array<string>(8).fill(camp))),
    );
  expect(outcomes).toEqual(['ok', 'too_many_holds', 'too_many_holds']);
  expect(await countHeld()).toBe(8);
});

test('three IPv6 networks of one site cannot hold a whole camp', async () => {
  for (const net of ['a1', 'a2', 'a3'])
    for (let n = 0; n < 4; n++) await code(hold(visitorAt(`2001:db8:77:${net}::${n + 1}`), [camp, camp]));
  expect(await countHeld()).toBe(12);
});

test('strangers from any network leave a quarter of the spots to families who have paid before', async () => {
  const strangers = [];
  for (let n = 1; n <= 20; n++) strangers.push(await code(hold(visitorAt(`198.51.100.${n}`), [camp])));
  expect(strangers.filter((outcome) => outcome === 'ok')).toHaveLength(15);
  expect(new Set(strangers.slice(15))).toEqual(new Set(['place_busy']));
  const mailbox = await account('never-paid@example.test', '198.51.100.90');
  expect(await refusal(hold(mailbox, [camp]))).toMatchObject({
    code: 'place_busy',
    field: 'lines[0].camp_id',
    status: 409,
  });
  // Of several camps, the one that is busy is named.
  expect(await refusal(hold(mailbox, [other, camp]))).toMatchObject({
    code: 'place_busy',
    field: 'lines[1].camp_id',
  });

  const family = await account('paid-before@example.test', '198.51.100.91');
  const [made] = await db.sql<[{ id: string }]>`insert into public.families (contact_name, contact_email)
    values ('Mei Tan', 'mei@paid.test') returning id`;
  await db.sql`update public.profiles set family_id = ${made.id} where id = ${family.sub ?? ''}`;
  await db.sql`insert into public.orders (number, currency, total_cents, status, paid_at, family_id)
    values ('OT-PAID', 'SGD', 100, 'paid', now(), ${made.id})`;
  expect(await code(hold(family, [camp, camp]))).toBe('ok');
  // When one of the fifteen pays or leaves, the next can hold a spot.
  await db.sql`delete from public.holds where order_line_id = (
    select order_line_id from public.holds where camp_id = ${camp} limit 1)`;
  expect(await code(hold(mailbox, [camp]))).toBe('ok');
});

const twentyStrangers = (n: number, place = camp) =>
  Array.from({ length: 20 }, (_, at) => () => hold(visitorAt(`192.0.${n}.${at + 1}`), [place]));

test('twenty strangers at the same moment leave a quarter of the spots as well', async () => {
  const { won, lost } = await atOnce(db, { table: 'camp_weeks', id: camp }, twentyStrangers(2));
  expect([won.length, lost]).toEqual([15, Array(5).fill('place_busy')]);
  expect(await countHeld()).toBe(15);
});

test('control: without the lock of the camp all twenty get a spot, so the test above would notice', async () => {
  const unlocked = await createDatabase();
  await camps.publish(unlocked, camps.tierOffer('spark'));
  const [source] = await unlocked.sql<{ body: string }[]>`
    select pg_get_functiondef('private.lock_camps(uuid[])'::regprocedure) as body`;
  const body = source?.body.replace(/perform from public\.camp_weeks[\s\S]*?for update;/, '');
  expect(body).not.toBe(source?.body);
  await unlocked.sql.unsafe(body ?? '');
  // The trigger makes every call count the holds before any call has committed.
  await unlocked.sql.unsafe(`
    create function public.wait_for_all() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(4711); return new; end';
    create trigger wait_for_all before insert on public.holds
      for each row execute function public.wait_for_all()`);
  const place = await camps.makeCamp(unlocked, { capacity: 20 });
  let outcomes: Promise<PromiseSettledResult<unknown>[]> | undefined;
  await unlocked.sql.begin(async (gate) => {
    await gate`select pg_advisory_xact_lock(4711)`;
    outcomes = Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        rpc(unlocked, visitorAt(`192.0.3.${n + 1}`), 'hold_order', {
          p_order: {
            lines: [{ offer_id: 'tier-spark', camp_id: place, expected_price_cents: null }],
            previous_secret: null,
          },
        }),
      ),
    );
    await waitForLocked(unlocked, 20);
  });
  const won = ((await outcomes) ?? []).filter(({ status }) => status === 'fulfilled');
  expect(won).toHaveLength(20);
  await unlocked.drop();
});

test('an order with two places is refused if strangers hold too many of the second one only', async () => {
  for (const call of twentyStrangers(4).slice(0, 15)) await call();
  expect(await code(hold(visitorAt('192.0.5.1'), [other, camp]))).toBe('place_busy');
  expect([await countHeld(), await countHeld(other)]).toEqual([15, 0]);
});

test('when the last free spots are held, the answer is "full" and not "busy", so that a family can join the waitlist', async () => {
  await db.sql`update public.camp_weeks set capacity = 15 where id = ${camp}`;
  for (let n = 1; n <= 12; n++) await hold(visitorAt(`198.51.101.${n}`), [camp]);
  expect(await code(hold(visitorAt('198.51.101.50'), [camp]))).toBe('place_busy');
  await db.sql`update public.camp_weeks set capacity = 12 where id = ${camp}`;
  expect(await code(hold(visitorAt('198.51.101.50'), [camp]))).toBe('camp_full');
});

test('a large family can hold all spots of a small class', async () => {
  await shop.publish(db);
  const session = await shop.makeSession(db, { capacity: 4 });
  const family = await account('four@example.test', '198.51.100.95');
  const lines = Array.from({ length: 4 }, () => ({
    offer_id: shop.tryout.id,
    session_id: session,
    expected_price_cents: null,
  }));
  expect(await code(rpc(db, family, 'hold_order', { p_order: { lines, previous_secret: null } }))).toBe('ok');
  await camps.publish(db, camps.tierOffer('spark'));
});

describe('replacing an order', () => {
  test('the limit counts the spots that the new order releases', async () => {
    const at = visitorAt('203.0.113.30');
    const outcomes = [];
    for (let n = 0; n < 7; n++) {
      const first = hold(at, [camp, camp, camp, other]);
      outcomes.push(await code(first));
      if (outcomes.at(-1) !== 'ok') break;
      const next = await hold(at, [other], { previous_secret: (await first).secret });
      await rpc(db, service, 'release_order', { p_secret: next.secret });
    }
    expect(outcomes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'too_many_holds']);
  });

  test('the limit does not count the spots that the new order keeps', async () => {
    const at = visitorAt('203.0.113.31');
    let order = await hold(at, [camp, camp, other]);
    for (let n = 0; n < 20; n++)
      order = await hold(at, [camp, camp, other], { previous_secret: order.secret });
    const [row] =
      await db.sql`select count(*) as n from public.order_lines l join public.orders o on o.id = l.order_id
      where o.status = 'released' and not l.continued and l.camp_id in (${camp}, ${other})`;
    expect(row).toEqual({ n: 0 });
  });
});

test('holds without a spot do not use up a code', async () => {
  await db.sql`insert into public.promotion_codes (code, percent, uses_max) values ('TENONLY', 10, 2)`;
  await shop.publish(db);
  const passLine = (n: number, session_id: string | null = null) =>
    rpc<OrderView>(db, visitorAt(`198.51.102.${n}`), 'hold_order', {
      p_order: {
        lines: [{ offer_id: shop.term.id, session_id, expected_price_cents: null }],
        code: 'TENONLY',
        previous_secret: null,
      },
    });
  for (let n = 1; n <= 6; n++) expect((await passLine(n)).lines).toHaveLength(1);
  const session = await shop.makeSession(db, { capacity: 9 });
  await passLine(7, session);
  await passLine(8, session);
  expect(await refusal(passLine(9, session))).toMatchObject({ code: 'code_used_up' });
  await camps.publish(db, camps.tierOffer('spark'));
});

test('one account joins a waitlist once, however many children it invents', async () => {
  const soon = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
  camp = await camps.makeCamp(db, { capacity: 1, start: soon });
  await hold(visitorAt('198.51.103.1'), [camp]);
  const email = 'waits@mailbox.test';
  const who = await account(email, '203.0.113.60');
  const wait = (name: string) =>
    rpc(db, who, 'join_waitlist', {
      p_entry: {
        camp_id: camp,
        offer_id: 'tier-spark',
        parent: { name: 'Mei Tan', email, phone: '+6591234567' },
        children: [{ name, dob: `${new Date().getFullYear() - 8}-01-01` }],
      },
    });
  const outcomes = [];
  for (const name of ['Kai', 'Invented One', 'Invented Two']) outcomes.push(await code(wait(name)));
  expect(outcomes).toEqual(['ok', 'already_waiting', 'already_waiting']);
});
