import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import type { Caller } from '#support/database.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as disputes from '#support/sql-disputes.ts';
import * as lateChoice from '#support/sql-late-choice.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, cancelSessions, makeUser, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('epic'));
  await afterSale.sellWithRules(db);
  admin = { role: 'authenticated', sub: await makeUser(db, 'boss@example.test', ['admin']) };
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const buy = async (n = 1) => {
  const session_id = await afterSale.makeSession(db, afterSale.dateIn(20));
  return afterSale.buy(
    db,
    Array.from({ length: n }, () => ({ offer_id: shop.term.id, session_id })),
  );
};
const line = ({ lines }: afterSale.BoughtOrder) => lines[0] ?? '';
const finish = (p_id: string, p_status: string) =>
  rpc(db, service, 'finish_refund', { p_id, p_provider_id: null, p_status, p_error: null });

/** Reports every refund of the order as succeeded at Stripe, and returns how many there are. */
async function payBack({ orderId }: afterSale.BoughtOrder): Promise<number> {
  const rows = await db.sql<{ id: string }[]>`select id from public.refunds where order_id = ${orderId}`;
  for (const { id } of rows) await finish(id, 'succeeded');
  return rows.length;
}
/** Returns the mails that announce a refund. */
const refundMails = async ({ orderId }: afterSale.BoughtOrder) =>
  (await afterSale.readMails(db, orderId)).filter(
    (name) => name === 'order_cancelled' || name === 'refund_sent',
  );

const refundCases: Record<
  string,
  { make: () => Promise<afterSale.BoughtOrder>; refunds?: number; mail: string }
> = {
  'a parent cancels one line': {
    mail: 'order_cancelled',
    make: async () => {
      const bought = await buy();
      await afterSale.cancelLines(db, bought, bought.lines, bought.total);
      return bought;
    },
  },
  'a parent cancels two at once': {
    refunds: 2,
    mail: 'order_cancelled',
    make: async () => {
      const bought = await buy(2);
      await afterSale.cancelLines(db, bought, bought.lines, bought.total);
      return bought;
    },
  },
  'paid too late, and the money is wanted': {
    mail: 'order_cancelled',
    make: async () => {
      const { bought } = await lateChoice.payLate(db);
      await lateChoice.chooseLate(db, bought, { kind: 'refund' });
      return bought;
    },
  },
  'a camp is called off': {
    mail: 'order_cancelled',
    make: async () => {
      const camp_id = await camps.makeCamp(db, { start: afterSale.dateIn(35) });
      const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id }]);
      await cancelSessions(db, camp_id, 'Haze');
      await rpc(db, admin, 'resolve_cancelled_by_us', {
        p_line_id: line(bought),
        p_choice: { kind: 'refund' },
      });
      return bought;
    },
  },
  'staff give back a part of a line': {
    mail: 'refund_sent',
    make: async () => {
      const bought = await buy();
      await refundAsStaff(db, admin, { line: line(bought) }, 100);
      return bought;
    },
  },
  'staff give back a part of an order': {
    mail: 'refund_sent',
    make: async () => {
      const bought = await buy();
      await refundAsStaff(db, admin, { order: bought.orderId }, 100);
      return bought;
    },
  },
  'paid twice': {
    mail: 'refund_sent',
    make: async () => {
      const bought = await buy();
      await disputes.chargeAgain(db, bought);
      const [{ id }] = await db.sql<[{ id: string }]>`
        select id from public.payment_decisions where order_id = ${bought.orderId} and kind = 'duplicate_payment'`;
      await rpc(db, admin, 'resolve_decision', { p_decision_id: id, p_resolution: 'refund' });
      return bought;
    },
  },
};

test.each(Object.entries(refundCases))(
  '%s: the family gets one mail',
  async (_, { make, mail, refunds = 1 }) => {
    const bought = await make();
    expect(await payBack(bought)).toBe(refunds);
    expect(await refundMails(bought)).toEqual([mail]);
  },
);

test('the family gets one mail about a cancellation and one about a goodwill refund', async () => {
  const bought = await buy(2);
  await refundAsStaff(db, admin, { line: bought.lines[1] ?? '' }, 100);
  const { lines } = await afterSale.viewOrder(db, bought);
  await afterSale.cancelLines(db, bought, [line(bought)], lines[0]?.can.cancel?.refund_cents ?? -1);
  expect(await payBack(bought)).toBe(2);
  expect((await refundMails(bought)).sort()).toEqual(['order_cancelled', 'refund_sent']);
});

test.each(['goodwill', 'cancelled', 'cancelled_by_us'])(
  'a refund by staff (%s) during a cancellation’s refund for the same order: the family gets one mail about each',
  async (p_reason) => {
    const bought = await buy(2);
    const gate = { table: 'orders', id: bought.orderId } as const;
    const { lost } = await atOnce<unknown>(db, gate, [
      () => refundAsStaff(db, admin, { line: bought.lines[1] ?? '' }, 100, { p_reason }),
      () => afterSale.cancelLines(db, bought, [line(bought)], bought.total / 2),
    ]);
    expect(lost).toEqual([]);
    expect(await payBack(bought)).toBe(2);
    expect((await refundMails(bought)).sort()).toEqual(['order_cancelled', 'refund_sent']);
  },
);

test('the family gets a mail when staff pay a failed refund in another way, because the money comes another way', async () => {
  const bought = await buy();
  await afterSale.cancelLines(db, bought, bought.lines, bought.total);
  const [{ id }] = await db.sql<
    [{ id: string }]
  >`select id from public.refunds where order_id = ${bought.orderId}`;
  await finish(id, 'failed');
  expect(await refundMails(bought)).toEqual(['order_cancelled']);
  await rpc(db, admin, 'settle_desk_refund', { p_refund_id: id });
  expect((await refundMails(bought)).sort()).toEqual(['order_cancelled', 'refund_sent']);
});

test('when staff cancel a spot and refund more than its rules, the family gets one mail with the sum', async () => {
  const bought = await buy(2);
  const id = line(bought);
  // The line gets stricter refund rules. A trigger keeps the terms of a sale, so it is off while they change.
  await db.sql`alter table public.order_lines disable trigger keep_terms`;
  await db.sql`
    update public.order_lines l set terms_id = private.save_sale_terms(
      l.offer_id, o.details || '{"refund_rules": [{"hours_before": 1, "percent": 50}]}', o.cancellation)
    from public.offers o where o.id = l.offer_id and l.id = ${id}`;
  await db.sql`alter table public.order_lines enable trigger keep_terms`;
  const { lines } = await afterSale.viewOrder(db, bought);
  const rules = lines[0]?.can.cancel?.refund_cents ?? -1;
  const [{ left }] = await db.sql<[{ left: number }]>`select private.remaining_of_line(${id}) as left`;
  await rpc(db, admin, 'staff_return_lines', {
    p_order_id: bought.orderId,
    p_line_ids: [id],
    p_cents: rules + 2_000,
    p_reason: 'goodwill',
    p_expected_refund_cents: rules,
    p_expected_ends_renewal: false,
    p_expected_refundable_cents: left,
    p_expected_refunds: 0,
    p_is_whole: false,
    p_key: crypto.randomUUID(),
  });
  expect(await payBack(bought)).toBe(2);
  expect(await refundMails(bought)).toEqual(['order_cancelled']);
  const [mail] = await db.sql`
    select payload #> '{cancelled,refund_cents}' as cents, payload #> '{left_places,0,child_name}' as child,
      payload #> '{left_places,0,stays}' as stays
    from public.outbox where template = 'order_cancelled' and payload ->> 'number' = (
      select number from public.orders where id = ${bought.orderId})`;
  expect(mail).toEqual({ cents: rules + 2_000, child: 'Kai', stays: ['Lia'] });
});

test('the mail about a move to a cheaper camp says how much is refunded, and who stays', async () => {
  const dear = await camps.makeCamp(db, { tier: 'epic', start: afterSale.dateIn(35) });
  const cheap = await camps.makeCamp(db, { start: afterSale.dateIn(42) });
  const bought = await afterSale.buy(db, [
    { offer_id: 'tier-epic', camp_id: dear },
    { offer_id: 'tier-epic', camp_id: dear },
  ]);
  const p_target = { camp_id: cheap };
  const p_access = await afterSale.readLink(db, bought.orderId);
  const { difference_cents } = await rpc<{ difference_cents: number }>(db, visitor, 'quote_move', {
    p_access,
    p_line_id: line(bought),
    p_target,
  });
  expect(difference_cents).toBeLessThan(0);
  await rpc(db, visitor, 'move_line', {
    p_access,
    p_line_id: line(bought),
    p_target,
    p_expected_difference_cents: difference_cents,
  });
  await payBack(bought);
  expect((await afterSale.readMails(db, bought.orderId)).sort()).toEqual([
    'booking_confirmed',
    'order_moved',
  ]);
  const [mail] = await db.sql`
    select payload #> '{moved,refund_cents}' as cents, payload #> '{left_places,0,camp,camp_id}' as camp,
      payload #> '{left_places,0,stays}' as stays, payload #> '{left_places,0,keeps_appointment}' as keeps
    from public.outbox where template = 'order_moved'`;
  expect(mail).toEqual({ cents: -difference_cents, camp: dear, stays: ['Lia'], keeps: true });
});
