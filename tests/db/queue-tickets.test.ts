/** Tests what a ticket of the queue before a camp is worth, and who sees it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import { makeCamp } from '#support/sql-camps.ts';
import { openShop } from '#support/sql-orders.ts';
import { at, queueOf } from '#support/sql-queue.ts';
import { makeUser, refusal, sqlState } from '#support/sql.ts';

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

describe('a ticket', () => {
  test('admits one hold, also if two browsers have it and book at the same moment', async () => {
    const { ticket } = await join();
    const outcomes = await Promise.all(
      ['203.0.113.1', '203.0.113.2'].map((address) =>
        book({ ticket }, at(address)).then(
          () => 'held',
          () => 'refused',
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['held', 'refused']);
    expect(await place(ticket)).toEqual({ state: 'ended' });
  });

  test('is not used up by a hold that was refused', async () => {
    const { ticket } = await join();
    await db.sql`update public.camp_weeks set capacity = 1 where id = ${camp}`;
    await set({ queue_enabled: false });
    await book({}, at('203.0.113.9'));
    await set({ queue_enabled: true });
    expect(await refusal(book({ ticket }))).toMatchObject({ code: 'camp_full' });
    expect(await place(ticket)).toEqual({ state: 'admitted' });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['none', () => Promise.resolve(null)],
    ['invented', () => Promise.resolve(randomUUID())],
    ['not admitted yet', async () => (await join(), (await join('203.0.113.2')).ticket)],
    [
      'expired',
      async () => {
        const { ticket } = await join();
        await db.sql`update public.queue_tickets set expires_at = clock_timestamp()`;
        return ticket;
      },
    ],
  ])('that is %s admits nobody', async (_, ticketOf) => {
    expect(await refusal(book({ ticket: await ticketOf() }))).toMatchObject({ code: 'queue_first' });
  });

  test.each(['', 'x', 7, {}])('%j is no ticket', async (ticket) => {
    expect(await refusal(book({ ticket }))).toMatchObject({ code: 'invalid_input' });
  });

  test('is stored as a hash, without anything about its browser', async () => {
    const { ticket } = await join();
    const rows = await db.sql<Record<string, unknown>[]>`select * from public.queue_tickets`;
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual([
      'admitted_at',
      'expires_at',
      'id',
      'joined_at',
      'secret_hash',
      'used_at',
    ]);
    expect(JSON.stringify(rows)).not.toContain(ticket);
  });

  test('is seen and written by nobody', async () => {
    const { ticket } = await join();
    await admit(ticket);
    const admin = await makeUser(db, `${randomUUID()}@example.test`, ['admin']);
    for (const who of [
      at('203.0.113.1'),
      { role: 'authenticated' as const, sub: admin },
      { role: 'service_role' as const },
    ]) {
      expect(await sqlState(db.as(who, (sql) => sql`select 1 from public.queue_tickets`))).toBe('42501');
      expect(
        await sqlState(db.as(who, (sql) => sql`update public.queue_tickets set admitted_at = now()`)),
      ).toBe('42501');
    }
  });
});
