import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { makeUser, refusal, rpc, service } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
beforeEach(async () => {
  await db.sql`delete from public.outbox`;
  await db.sql`delete from public.outbox_pace`;
});
afterAll(() => db.drop());

interface Message {
  id: string;
  key: string;
  wait_ms: number;
}
const claim = (limit = 10) => rpc<Message[]>(db, service, 'claim_outbox', { p_limit: limit });
const finish = (id: string, error: string | null = null) =>
  rpc<{ ok: boolean }>(db, service, 'finish_outbox', { p_id: id, p_error: error });
const write = (count: number) => db.sql`
  insert into public.outbox (key, template, recipient, payload, created_at)
  select 'mail ' || n, 'booking_confirmed', 'a@example.test', '{}', now() + n * interval '1 second'
  from generate_series(1, ${count}) n`;
const passLease = () =>
  db.sql`update public.outbox set leased_until = clock_timestamp() where leased_until is not null`;

test('parallel senders claim each message once', async () => {
  await write(30);
  const batches = await Promise.all(Array.from({ length: 10 }, () => claim(5)));
  const keys = batches.flat().map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect([...keys, ...(await claim(100)).map(({ key }) => key)]).toHaveLength(30);
  expect(await claim()).toEqual([]);
});

test('the oldest messages come first, with everything that the mail needs', async () => {
  await write(3);
  expect(await claim(2)).toEqual([
    {
      id: expect.any(String) as string,
      key: 'mail 1',
      template: 'booking_confirmed',
      recipient: 'a@example.test',
      payload: { bring: {} },
      wait_ms: 0,
    },
    expect.objectContaining({ key: 'mail 2' }),
  ]);
});

test('a message whose sender died is claimed again after its lease of two minutes', async () => {
  await write(1);
  await claim();
  const [row] = await db.sql<{ seconds: number }[]>`
    select extract(epoch from leased_until - clock_timestamp()) as seconds from public.outbox`;
  expect(row?.seconds).toBeGreaterThan(110);
  expect(row?.seconds).toBeLessThanOrEqual(120);
  await passLease();
  expect(await claim()).toMatchObject([{ key: 'mail 1' }]);
});

test('a sent message is never claimed again', async () => {
  await write(1);
  const [message] = await claim();
  expect(await finish(message?.id ?? '')).toEqual({ ok: true });
  await passLease();
  expect(await claim()).toEqual([]);
  expect(await finish(message?.id ?? '', 'late news')).toEqual({ ok: false });
  expect(await finish(randomUUID())).toEqual({ ok: false });
});

test('a failed message waits longer each time, and fails for good in the end', async () => {
  await write(1);
  const waits: number[] = [];
  for (let attempt = 0; attempt < 24; attempt++) {
    const [message] = await claim();
    await finish(message?.id ?? '', 'mail server is asleep');
    const [row] = await db.sql<{ minutes: number }[]>`
      select extract(epoch from leased_until - clock_timestamp()) / 60 as minutes from public.outbox`;
    waits.push(Math.round(row?.minutes ?? 0));
    expect(await claim()).toEqual([]);
    await passLease();
  }
  expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(await claim()).toEqual([]);
  expect([...(await db.sql`select attempts, last_error, sent_at from public.outbox`)]).toEqual([
    { attempts: 24, last_error: 'mail server is asleep', sent_at: null },
  ]);
});

test('an invalid limit claims nothing or a bounded number', async () => {
  await write(120);
  expect(await claim(0)).toEqual([]);
  expect(await claim(-5)).toEqual([]);
  expect(await claim(1000)).toHaveLength(100);
});

describe('the rate at which mails are sent', () => {
  const reportPause = (id: string, seconds: number) =>
    rpc(db, service, 'finish_outbox', { p_id: id, p_error: 'too fast', p_wait_seconds: seconds });

  test('senders get turns half a second apart, even at the same time', async () => {
    await write(12);
    const began = Date.now();
    const batches = await Promise.all([claim(4), claim(4), claim(4)]);
    const took = Date.now() - began;
    const turns = batches
      .flat()
      .map(({ wait_ms }) => wait_ms)
      .toSorted((a, b) => a - b);
    expect(turns).toHaveLength(12);
    for (const [n, turn] of turns.entries()) {
      expect(turn).toBeLessThanOrEqual(n * 500 + 1);
      expect(turn).toBeGreaterThanOrEqual(n * 500 - took - 1);
    }
  });

  test('the rate follows its setting', async () => {
    await db.sql`update public.settings set outbox_per_second = 10`;
    await write(3);
    expect((await claim()).map(({ wait_ms }) => wait_ms)).toEqual([0, 100, 200]);
    await db.sql`update public.settings set outbox_per_second = 2`;
  });

  test('no turn is given beyond half of the lease', async () => {
    await write(200);
    const turns = [...(await claim(100)), ...(await claim(100)), ...(await claim(100))];
    expect(turns.length).toBeGreaterThanOrEqual(119);
    expect(turns.length).toBeLessThanOrEqual(121);
    expect(Math.max(...turns.map(({ wait_ms }) => wait_ms))).toBeLessThanOrEqual(60_000);
  });

  test('a rate limit by the provider pauses all senders, and the attempt does not count', async () => {
    await write(2);
    const [first] = await claim(1);
    await reportPause(first?.id ?? '', 5);
    const again = await claim();
    expect(again.map(({ key }) => key)).toEqual(['mail 1', 'mail 2']);
    expect(again[0]?.wait_ms).toBeGreaterThan(4_000);
    expect(again[0]?.wait_ms).toBeLessThanOrEqual(5_000);
    const [row] = await db.sql`select attempts from public.outbox where key = 'mail 1'`;
    expect(row).toEqual({ attempts: 1 });
    await reportPause(first?.id ?? '', 999_999);
    expect(await claim()).toEqual([]);
    const [pace] = await db.sql<[{ minutes: number }]>`
      select extract(epoch from next_at - clock_timestamp()) / 60 as minutes from public.outbox_pace`;
    expect(Math.round(pace.minutes)).toBe(60);
  });
});

describe('a mail that failed for good', () => {
  let admin: string;
  beforeAll(async () => {
    admin = await makeUser(db, 'boss@example.test', ['admin']);
  });
  const boss = () => ({ role: 'authenticated', sub: admin }) as const;
  const resend = (p_id: string, who: Parameters<typeof rpc>[1] = boss()) =>
    rpc<{ queued: boolean; left_out: boolean }>(db, who, 'resend_mail', { p_id });
  const makeFailedMail = async () => {
    await write(1);
    const [row] = await db.sql<[{ id: string }]>`
      update public.outbox set attempts = 24, leased_until = null, last_error = 'no such mailbox' returning id`;
    return row.id;
  };

  test('all failed mails are sent again with one press, and those that were sent are not', async () => {
    await db.sql`delete from public.outbox`;
    const id = await makeFailedMail();
    await rpc(db, service, 'report_lost_mails');
    await db.sql`
      insert into public.outbox (key, template, recipient, payload)
      values ('sent before', 'booking_confirmed', 'a@example.test', '{}')`;
    const [sent] = await db.sql<[{ id: string }]>`
      update public.outbox set sent_at = now(), failed_at = null where failed_at is null returning id`;
    expect(
      (
        await refusal(
          rpc(
            db,
            { role: 'authenticated', sub: await makeUser(db, 'coach2@example.test', ['coach']) },
            'resend_failed_mails',
          ),
        )
      ).code,
    ).toBe('not_allowed');
    expect(await rpc(db, boss(), 'resend_failed_mails')).toEqual({ queued: 1, left_out: 0, left: 0 });
    expect(await db.sql`select id from public.outbox where resent_at is not null`).toMatchObject([{ id }]);
    expect(sent.id).not.toBe(id);
    expect(await rpc(db, boss(), 'resend_failed_mails')).toEqual({ queued: 0, left_out: 0, left: 0 });
    await db.sql`delete from public.outbox`;
  });

  test('an admin sees it in the list and can send it again, and that is logged', async () => {
    const id = await makeFailedMail();
    await rpc(db, service, 'report_lost_mails');
    const findDiscrepancies = () =>
      db.as(boss(), (sql) => sql`select subject from public.reconcile_books() where rule = 'mail_failed'`);
    expect([...(await findDiscrepancies())]).toEqual([{ subject: id }]);
    expect(await claim()).toEqual([]);
    expect(await resend(id)).toEqual({ queued: true, left_out: false });
    expect(await claim()).toMatchObject([{ id }]);
    expect([...(await findDiscrepancies())]).toEqual([]);
    const [entry] = await db.sql`
      select user_id, action, after ? 'resent_at' as said from public.audit_log
      where table_name = 'outbox' and row_key = ${id}`;
    expect(entry).toEqual({ user_id: admin, action: 'update', said: true });
    // If the mail fails for good again, it is reported to staff again.
    await db.sql`update public.outbox set attempts = 24, leased_until = null`;
    expect(await rpc(db, service, 'report_lost_mails')).toEqual({ lost: 1 });
  });

  test('only such a mail can be sent again, and only by an admin', async () => {
    const id = await makeFailedMail();
    const parent = { role: 'authenticated', sub: await makeUser(db, 'mei@example.test') } as const;
    expect(await refusal(resend(id, parent))).toMatchObject({ code: 'not_allowed', status: 403 });
    expect(await refusal(resend(randomUUID()))).toMatchObject({ code: 'mail_not_found', status: 404 });
    await db.sql`update public.outbox set attempts = 3`;
    expect(await resend(id)).toEqual({ queued: false, left_out: false });
    await db.sql`update public.outbox set attempts = 24, sent_at = now()`;
    expect(await resend(id)).toEqual({ queued: false, left_out: false });
    await db.sql`update public.outbox set sent_at = null, recipient = ''`;
    expect(await refusal(resend(id))).toMatchObject({ code: 'mail_not_found' });
  });
});
