import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import { makeUser, rpc, service } from '#support/sql.ts';

/** Writes faults directly into the tables, and tests that each is found as a discrepancy. */
let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(
    db,
    camps.tierOffer('spark', { rungs: [] }, { price_cents: 59000 }),
    camps.tierOffer('epic', { rungs: [] }, { price_cents: 129000 }),
  );
  await afterSale.sellWithRules(db);
  await db.sql`insert into public.promotion_codes (code, percent, minimum_cents) values ('HALF', 50, 0), ('TOGETHER', 20, 100000)`;
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

let week = 4;
const camp = (tier: camps.Tier) => camps.makeCamp(db, { tier, start: afterSale.dateIn(7 * week++) });
const campLine = (tier: camps.Tier, camp_id: string) => ({ offer_id: `tier-${tier}`, camp_id });
const readRules = async (subject = '') =>
  (await db.sql<{ rule: string }[]>`select rule from private.discrepancies() where subject = ${subject}`).map(
    ({ rule }) => rule,
  );
async function refund(line = '', cents: number, reason: string, isAllocated = true): Promise<void> {
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.refunds (payment_id, order_id, order_line_id, amount_cents, currency, reason)
    select p.id, l.order_id, l.id, ${cents}, p.currency, ${reason}
    from public.order_lines l join public.payments p on p.order_id = l.order_id where l.id = ${line} returning id`;
  if (!isAllocated) return;
  await db.sql`
    select private.allocate_refund(r, r.order_line_id, r.amount_cents) from public.refunds r where r.id = ${row.id}`;
}
const close = (line = '') => db.sql`select private.close_line(${line}, 'cancelled', '{}')`;
const free = async (line = '') => {
  await db.sql`update public.camp_enrollments set status = 'cancelled' where order_line_id = ${line}`;
  await db.sql`update public.order_lines set status = 'cancelled' where id = ${line}`;
};

test('a spot below its price after a move to a cheaper camp is reported', async () => {
  const bought = await afterSale.buy(db, [campLine('epic', await camp('epic'))], { code: 'half' });
  const [line = ''] = bought.lines;
  const spark = await camp('spark');
  await db.sql`update public.camp_enrollments set camp_id = ${spark} where order_line_id = ${line}`;
  await db.sql`
    update public.order_lines l set camp_id = ${spark}, offer_id = f.id, revision = f.revision
    from public.offers f where f.id = 'tier-spark' and l.id = ${line}`;
  await refund(line, 64500, 'moved');
  expect(await readRules(line)).toContain('place_below_its_price');
});

test('a rebate without a sibling is reported', async () => {
  const spark = await camp('spark');
  const bought = await afterSale.buy(db, [campLine('spark', spark), campLine('spark', spark)]);
  await free(bought.lines[0]);
  await refund(bought.lines[0], 59000, 'cancelled');
  await close(bought.lines[0]);
  expect(await readRules(bought.lines[1])).toEqual(['rebate_without_sibling']);
});

test('a code below its minimum is reported', async () => {
  const lines = [campLine('spark', await camp('spark')), campLine('spark', await camp('spark'))];
  const bought = await afterSale.buy(db, lines, { code: 'together' });
  await free(bought.lines[0]);
  await refund(bought.lines[0], 47200, 'cancelled');
  await close(bought.lines[0]);
  expect(await readRules(bought.lines[1])).toEqual(['code_below_minimum']);
});

test('a refund of a package without a date, after its last day, is reported', async () => {
  await db.sql`
    insert into public.offers (id, kind, title, price_cents, currency, revision, details, updated_at)
    values ('party', 'birthday_package', 'Party', 48000, 'SGD', 'r', '{"refund_rules": [{"hours_before": 336, "percent": 100}]}', now())`;
  const bought = await afterSale.buy(db, [{ offer_id: 'party' }]);
  await db.sql`update public.orders set paid_at = paid_at - interval '15 days' where id = ${bought.orderId}`;
  await free(bought.lines[0]);
  await refund(bought.lines[0], 48000, 'cancelled');
  await close(bought.lines[0]);
  expect(await readRules(bought.lines[0])).toEqual(['refund_differs_from_rules', 'refund_without_end']);
});

test('a missing refund for a cancelled line that was moved before is reported', async () => {
  const [epic, spark] = [await camp('epic'), await camp('spark')];
  const bought = await afterSale.buy(db, [campLine('epic', epic)]);
  const [line = ''] = bought.lines;
  await afterSale.moveLine(db, bought, line, { camp_id: spark }, -70000);
  await afterSale.stopBefore(db, epic, 30 * 3600);
  await free(line);
  await close(line);
  expect(await readRules(line)).toEqual(['refund_differs_from_rules']);
});

test('a whole-order refund that failed before the family cancelled is no discrepancy', async () => {
  const bought = await afterSale.buy(db, [campLine('spark', await camp('spark'))]);
  const staff = {
    role: 'authenticated',
    sub: await makeUser(db, 'refunds@example.test', ['admin']),
  } as const;
  const { refund_id } = await refundAsStaff(db, staff, { order: bought.orderId }, 100);
  await rpc(db, service, 'finish_refund', {
    p_id: refund_id,
    p_provider_id: 're_failed',
    p_status: 'failed',
  });
  const { lines } = await afterSale.viewOrder(db, bought);
  const back = lines[0]?.can.cancel?.refund_cents ?? 0;
  await afterSale.cancelLines(db, bought, bought.lines, back);
  expect([back, await readRules(bought.lines[0])]).toEqual([59000, []]);
});

test('a camp that was cancelled after it took place is reported', async () => {
  const spark = await camp('spark');
  await db.sql`update public.camp_weeks set is_active = false, cancelled_at = starts_at + interval '14 days' where id = ${spark}`;
  expect(await readRules(spark)).toEqual(['cancelled_by_us_after_it_began']);
});

test('a credit of an erased family is reported', async () => {
  const bought = await afterSale.buy(db, [campLine('spark', await camp('spark'))]);
  await free(bought.lines[0]);
  await db.sql`update public.order_lines set status = 'credit', camp_id = null where id = ${bought.lines[0] ?? ''}`;
  await db.sql`update public.families set erased_at = now() where id = ${bought.familyId}`;
  expect(await readRules(bought.lines[0])).toContain('outstanding_for_erased_family');
});

test('a ledger that differs from charges and refunds is reported', async () => {
  const bought = await afterSale.buy(db, [campLine('spark', await camp('spark'))]);
  const [line = ''] = bought.lines;
  await db.sql`insert into public.line_ledger (order_line_id, entry, amount_cents, reason) values (${line}, 'charged', -100, 'sold')`;
  expect(await readRules(line)).toEqual(['ledger_differs_from_sale']);
  expect(await readRules(bought.orderId)).toEqual(['ledger_differs_from_charge']);
  await db.sql`insert into public.line_ledger (order_line_id, entry, amount_cents, reason) values (${line}, 'moved_in', 5, 'moved')`;
  expect(await readRules(line)).toContain('move_does_not_add_up');
  await db.sql`insert into public.line_ledger (order_line_id, entry, amount_cents, reason) values (${line}, 'kept', -90000, 'moved')`;
  expect(await readRules(line)).toContain('impossible_line_balance');
  await refund(line, 100, 'goodwill', false);
  const [row] = await db.sql<[{ id: string }]>`select id from public.refunds where order_line_id = ${line}`;
  expect(await readRules(row.id)).toEqual(['refund_differs_from_ledger']);
});

test('reconciling in steps finds the same discrepancies, and says where to continue', async () => {
  const whole = await db.sql`select rule, subject from private.discrepancies() order by rule, subject`;
  await db.sql`update public.settings set reconcile_batch_orders = 1`;
  const found: object[] = [];
  let next: string | null = null;
  let pieces = 0;
  do {
    const p_after: string | null = next;
    const rows: readonly { rule: string; subject: string }[] = await db.as(
      service,
      (sql) =>
        sql<
          { rule: string; subject: string }[]
        >`select rule, subject from public.reconcile_books(${p_after}::uuid)`,
    );
    next = rows.find(({ rule }) => rule === 'goes_on')?.subject ?? null;
    found.push(...rows.filter(({ rule }) => rule !== 'goes_on'));
  } while (next !== null && ++pieces < 100);
  expect(pieces).toBeGreaterThan(1);
  const sortRows = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();
  expect(sortRows(found)).toEqual(sortRows(whole));
});
