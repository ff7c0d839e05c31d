import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import * as x from '../support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
beforeEach(async () => {
  await db.sql`delete from public.outbox`;
});
afterAll(() => db.drop());

interface Message {
  id: string;
  key: string;
}
const claim = (limit = 10) => x.rpc<Message[]>(db, x.service, 'claim_outbox', { p_limit: limit });
const finish = (id: string, error: string | null = null) =>
  x.rpc<{ ok: boolean }>(db, x.service, 'finish_outbox', { p_id: id, p_error: error });
const write = (count: number) => db.sql`
  insert into public.outbox (key, template, recipient, payload, created_at)
  select 'mail ' || n, 'booking_confirmed', 'a@example.test', '{}', now() + n * interval '1 second'
  from generate_series(1, ${count}) n`;
const passLease = () =>
  db.sql`update public.outbox set leased_until = clock_timestamp() where leased_until is not null`;

test('parallel drains get each message once', async () => {
  await write(30);
  const batches = await Promise.all(Array.from({ length: 10 }, () => claim(5)));
  const keys = batches.flat().map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect([...keys, ...(await claim(100)).map(({ key }) => key)]).toHaveLength(30);
  expect(await claim()).toEqual([]);
});

test('the oldest come first, with all that the mail needs', async () => {
  await write(3);
  expect(await claim(2)).toEqual([
    {
      id: expect.any(String) as string,
      key: 'mail 1',
      template: 'booking_confirmed',
      recipient: 'a@example.test',
      payload: {},
    },
    expect.objectContaining({ key: 'mail 2' }),
  ]);
});

test('a message whose sender died comes again after its lease of two minutes', async () => {
  await write(1);
  await claim();
  const [row] = await db.sql<{ seconds: number }[]>`
    select extract(epoch from leased_until - clock_timestamp()) as seconds from public.outbox`;
  expect(row?.seconds).toBeGreaterThan(110);
  expect(row?.seconds).toBeLessThanOrEqual(120);
  await passLease();
  expect(await claim()).toMatchObject([{ key: 'mail 1' }]);
});

test('a sent message never comes again', async () => {
  await write(1);
  const [message] = await claim();
  expect(await finish(message?.id ?? '')).toEqual({ ok: true });
  await passLease();
  expect(await claim()).toEqual([]);
  expect(await finish(message?.id ?? '', 'late news')).toEqual({ ok: false });
  expect(await finish(randomUUID())).toEqual({ ok: false });
});

test('a failed message waits longer each time, and not for ever', async () => {
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

test('an odd limit claims nothing or a bounded number', async () => {
  await write(120);
  expect(await claim(0)).toEqual([]);
  expect(await claim(-5)).toEqual([]);
  expect(await claim(1000)).toHaveLength(100);
});
