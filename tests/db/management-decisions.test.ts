/** Tests that only admins read the decisions that wait, page by page (docs/decisions "/management/decisions"). */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StaffDecisions } from '#contract/management.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let bought: afterSale.BoughtOrder;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await shop.publish(db);
  bought = await afterSale.buy(db, [
    { offer_id: shop.term.id, session_id: await afterSale.makeSession(db, afterSale.dateIn(20)) },
  ]);
  await db.sql`
    insert into public.outbox (key, template, recipient, payload, attempts, failed_at)
    values ('test:lost', 'refund_sent', 'gone@example.test', '{"secret": "hidden", "token": "hidden"}', 99, now())`;
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const list = async (more: Record<string, unknown> = {}, role: Role = 'admin') =>
  v.parse(StaffDecisions, await rpc(db, people.callers[role], 'list_decisions', more));

describe('who may read the list of decisions', () => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) =>
    expect(await sqlState(rpc(db, people.callers[role], 'list_decisions'))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) =>
    expect(await refusal(rpc(db, people.callers[role], 'list_decisions'))).toMatchObject({
      code: 'not_allowed',
      status: 403,
    }),
  );
});

test.each(['admin', 'business admin'] as const)(
  '%s sees the whole list, without secrets and health',
  async (role) => {
    const { rows, kinds } = await list({}, role);
    expect(Object.values(kinds).reduce((sum, n) => sum + n, 0)).toBe(rows.length);
    const mail = rows.find(({ kind }) => kind === 'mail_failed');
    expect(mail).toMatchObject({ email: 'gone@example.test', about: 'refund_sent', amount_cents: null });
    expect(rows.find(({ kind }) => kind === 'mismatch')?.reference).not.toBeNull();
    expect(JSON.stringify(rows)).not.toMatch(/hidden|secret|allerg|medical/);
  },
);

test('the pages contain each row once, newest first, even if many rows have the same time', async () => {
  await db.sql`
    insert into public.outbox (key, template, recipient, payload, attempts, failed_at)
    select 'test:' || n, 'refund_sent', 'gone@example.test', '{}', 99, '2026-11-20 10:00:00.123456+08' from generate_series(1, 7) n`;
  const allDecisions = (await list()).rows;
  const seen: string[] = [];
  let after: unknown = null;
  do {
    const page: StaffDecisions = await list({ p_after: after, p_limit: 3 });
    seen.push(...page.rows.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  expect(seen).toEqual(allDecisions.map(({ id }) => id));
  expect(new Set(seen).size).toBe(seen.length);
  const since = allDecisions.map(({ since }) => Date.parse(since));
  expect(since).toEqual(since.toSorted((a, b) => b - a));
  expect((await list({ p_kind: 'mail_failed' })).rows).toHaveLength(8);
  expect((await list({ p_kind: 'nothing_such' })).rows).toEqual([]);
});

test('an entry leaves the list once it is resolved: a failed refund, or a mail that is sent again', async () => {
  const { refund_id } = await refundAsStaff(db, people.callers.admin, { order: bought.orderId }, 500);
  await db.sql`
    update public.refunds set status = 'failed', settled_at = now(), last_error = 'expired_or_canceled_card' where id = ${refund_id}`;
  const findDecision = async (kind: string, id: string) =>
    (await list({ p_kind: kind })).rows.find((row) => row.id === id);
  expect(await findDecision('refund_failed', refund_id)).toMatchObject({
    amount_cents: 500,
    about: 'expired_or_canceled_card',
    order_id: bought.orderId,
  });
  await rpc(db, people.callers['business admin'], 'settle_desk_refund', { p_refund_id: refund_id });
  expect(await findDecision('refund_failed', refund_id)).toBeUndefined();
  const [mail] = (await list({ p_kind: 'mail_failed' })).rows;
  await rpc(db, people.callers.admin, 'resend_mail', { p_id: mail?.id });
  expect(await findDecision('mail_failed', mail?.id ?? '')).toBeUndefined();
});

test.each([
  [{ p_limit: 0 }, 'p_limit'],
  [{ p_limit: 201 }, 'p_limit'],
  [{ p_limit: null }, 'p_limit'],
  [{ p_kind: '' }, 'p_kind'],
  [{ p_after: [] }, 'p_after'],
  [{ p_after: { since: 'now or never', id: randomUUID() } }, 'p_after'],
  [{ p_after: { since: '2026-11-20', id: 'x' } }, 'p_after'],
  [{ p_after: { id: randomUUID() } }, 'p_after'],
])('%j is refused', async (more, field) => {
  expect(await refusal(list(more))).toMatchObject({ code: 'invalid_input', field });
});

test('the index finds a failed refund among many', async () => {
  const plan = await db.sql.begin(async (sql) => {
    await sql`set local enable_seqscan = off`;
    return sql<{ 'QUERY PLAN': string }[]>`explain select id from public.refunds where status = 'failed'`;
  });
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('refunds_failed');
});
