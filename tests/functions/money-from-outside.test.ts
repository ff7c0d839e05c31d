/**
 * Runs random sequences of everything that moves money. The test judges them by what the simulated Stripe took and
 * refunded, the cash that was handed over, the balance that each family sees, and who has a spot. From our own books it
 * reads only whether they have discrepancies. Nobody may have both the money and the spot, or neither.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { makeToken } from '#support/functions-db.ts';
import {
  readBookedNet,
  type OrderRecord,
  finishEverything,
  readStripeNet,
} from '#support/histories/net-amounts.ts';
import { oneOf, createRandomPick } from '#support/histories/random.ts';
import { pay } from '#support/payments.ts';
import type { Caller } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import * as instalments from '#support/sql-instalments.ts';
import * as paying from '#support/sql-paying.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, rpc, service } from '#support/sql.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await createWorld();
  await instalments.allowDeposits(world.database, { deposits_lapse: true });
  const id = await makeUser(world.database, 'admin@example.test', ['business_admin']);
  admin = { ...signedIn(id), claims: { aal: 'aal2' } };
}, 60_000);
afterAll(() => world.stop());

const call = <T>(name: string, body: Record<string, unknown>, who: Caller = admin) =>
  rpc<T>(world.database, who, name, body);
const headersOf = ({ userId }: paying.Family) => ({ authorization: `Bearer ${makeToken(userId)}` });
const runChores = async () => {
  await world.call('error-monitor/maintenance', '', maintenanceHeaders);
  await world.waitForWork();
};
const card = (url: string) =>
  pay(url, { method: 'card', email: 'mei@example.com', fetch: world.payments.fetch });
const readOrder = ({ orderId }: OrderRecord) =>
  call<{
    must_choose: boolean;
    late_choices?: string[];
    lines: { line_id: string; can: { cancel: { refund_cents: number } | null; move: object | null } }[];
    instalments?: { open_cents: number };
  }>('get_managed_order', { p_access: { order_id: orderId } }, service);

interface Balance {
  cents: number;
  reserved_cents: number;
  entries: { kind: string; cents: number; number: string | null }[];
}
const balanceOf = (family: paying.Family) => call<Balance>('get_balance', {}, family.caller);

test.each([1, 2, 3, 4])(
  'sequence %i: everybody with a spot has paid for it, and everybody else has their money',
  async (seed) => {
    const pick = createRandomPick(seed);
    const families = await Promise.all([0, 1].map(() => paying.makeFamily(world.database)));
    const notes: OrderRecord[] = [];
    /** Money that vouchers and gifts added to each balance. */
    const broughtCents = new Map(families.map((family) => [family, 0]));
    let ahead = 60 + seed * 40;
    const some = () => (notes.length === 0 ? undefined : oneOf(pick, notes));

    const buy = async () => {
      const family = oneOf(pick, families);
      const isNear = pick(3) === 0;
      const campId = await instalments.makeCampIn(world.database, isNear ? 22 + pick(6) : ++ahead);
      const order = await paying
        .hold(world.database, family.caller, [paying.campLine(campId)])
        .catch(() => null);
      // Kai has a spot on this camp already.
      if (order === null) return;
      const { cents } = await balanceOf(family);
      const choice = pick(4);
      const chosen =
        choice === 0 && (order.pay?.options.length ?? 0) > 0
          ? { instalments: { parts: 1, deposit_cents: instalments.DEPOSIT } }
          : choice === 1 && cents >= instalments.PRICE
            ? { balance_cents: instalments.PRICE }
            : choice === 2 && cents > 0
              ? { balance_cents: Math.min(cents, instalments.PRICE - 50) }
              : undefined;
      const { body } = await world.call<{ url?: string }>(
        'create-checkout',
        { secret: order.secret, expected_total_cents: order.total_cents, details: shop.details, pay: chosen },
        headersOf(family),
      );
      const [row] = await world.database.sql<{ id: string; number: string }[]>`
        select id, number from public.orders where secret = ${order.secret}`;
      // The balance that a page reserves may have been spent since it was read.
      if (body.url === undefined) return;
      const page = body.url.includes('/c/pay/') ? body.url : null;
      notes.push({
        orderId: row?.id ?? '',
        number: row?.number ?? '',
        secret: order.secret,
        family,
        cash: 0,
        goodwill: 0,
        feePercent: isNear ? 50 : 0,
        isDisputed: false,
        page,
      });
      if (pick(4) > 0) await payPage(notes.at(-1));
    };
    const payPage = async (note: OrderRecord | undefined) => {
      if (!note?.page) return;
      await card(note.page).catch(() => null);
      note.page = null;
      await world.waitForWork();
    };
    const steps: Record<string, () => Promise<unknown>> = {
      buy,
      buyMore: buy,
      buyAgain: buy,
      payLater: () => payPage(notes.find(({ page }) => page !== null)),
      lapse: async () => {
        const note = notes.find(({ page }) => page !== null);
        if (!note) return;
        await shop.expireHolds(world.database, note.secret);
        await runChores();
      },
      voucher: async () => {
        const family = oneOf(pick, families);
        const cents = oneOf(pick, [5_000, 30_000, instalments.PRICE]);
        const { code } = await call<{ code: string }>('issue_voucher', {
          p_voucher: {
            key: randomUUID(),
            cents,
            buyer_name: 'Grandma',
            buyer_email: 'grandma@example.test',
            method: 'cash',
          },
        });
        await call('redeem_voucher', { p_code: code }, family.caller);
        broughtCents.set(family, (broughtCents.get(family) ?? 0) + cents);
      },
      cancel: async () => {
        const note = some();
        const order = note && (await readOrder(note).catch(() => null));
        const line = order?.lines[0];
        if (!note || !line?.can.cancel) return;
        await instalments.cancelLines(
          world.database,
          note.orderId,
          [line.line_id],
          line.can.cancel.refund_cents,
        );
      },
      move: async () => {
        const note = some();
        const order = note && (await readOrder(note).catch(() => null));
        const line = order?.lines[0];
        // The rules of an earlier camp would count from that camp's day, which this test does not know.
        if (!note || !line?.can.move || note.feePercent > 0 || note.goodwill > 0) return;
        const camp_id = await instalments.makeCampIn(world.database, ++ahead);
        await call(
          'move_line',
          {
            p_access: { order_id: note.orderId },
            p_line_id: line.line_id,
            p_target: { camp_id },
            p_expected_difference_cents: 0,
          },
          service,
        ).catch(() => null);
      },
      present: async () => {
        const note = some();
        const [left] = note
          ? await world.database.sql<{ cents: number; placed: boolean }[]>`
              select private.remaining_of_order(${note.orderId}) as cents, exists (
                select from public.order_lines where order_id = ${note.orderId} and status = 'placed') as placed`
          : [];
        if (!note || !left?.placed || left.cents < 2) return;
        const cents = 1 + pick(Math.min(left.cents - 1, 20_000));
        const body = { p_order_id: note.orderId, p_cents: cents, p_reason: 'goodwill', p_key: randomUUID() };
        const done = await call('refund_order', { ...body, p_to_balance: pick(2) === 0 }, service).catch(
          () => null,
        );
        if (done) note.goodwill += cents;
      },
      partByBalance: () => payPart('balance'),
      partByCard: () => payPart('card'),
      partInCash: () => payPart('cash'),
      overdue: async () => {
        const note = some();
        if (!note) return;
        await instalments.makeLate(world.database, note.orderId, 5);
        await runChores();
      },
      // If a bank takes back what we have already refunded, the refund is our evidence, so that dispute is left out.
      dispute: async () => {
        const [charge] = await world.database.sql<{ id: string; intent: string }[]>`
          select order_id as id, payment_intent as intent from public.payments y
          where provider = 'stripe' and order_id = any (${notes.map(({ orderId }) => orderId)})
            and not exists (select from public.payment_disputes q where q.payment_id = y.id)
            and not exists (select from public.refunds r where r.payment_id = y.id and r.status <> 'failed')
          order by created_at desc limit 1`;
        const note = notes.find(({ orderId }) => orderId === charge?.id);
        if (!charge || !note) return;
        const dispute = await world.payments.dispute(charge.intent).catch(() => null);
        if (dispute === null) return;
        await world.waitForWork();
        const outcome = oneOf(pick, ['won', 'lost'] as const);
        await world.payments.decide(dispute, outcome);
        await world.waitForWork();
        if (outcome === 'lost') note.isDisputed = true;
      },
      chores: runChores,
    };
    const payPart = async (method: 'balance' | 'card' | 'cash') => {
      const note = some();
      const plan = note && (await instalments.readPlan(world.database, note.orderId));
      const part = plan?.parts.find(
        ({ status, is_deposit }) => !is_deposit && ['due', 'late'].includes(status),
      );
      if (!note || !part) return;
      if (method === 'cash') {
        if (await instalments.takeInstalment(world.database, admin, note.orderId).catch(() => null))
          note.cash += part.cents;
        return;
      }
      const token = await instalments.makePaymentLink(world.database, note.orderId);
      const { cents } = await balanceOf(note.family);
      const usableCents = cents >= part.cents ? part.cents : Math.min(cents, part.cents - 50);
      const balance =
        method === 'balance' && usableCents > 0
          ? { part: part.id, expected_cents: part.cents, cents: usableCents }
          : null;
      const { body } = await world.call<{ url?: string | null }>(
        'pay-instalment',
        { token, ...(balance && { balance }) },
        headersOf(note.family),
      );
      // Sometimes the parent leaves the page before paying the rest.
      if (body.url && pick(3) > 0) await card(body.url).catch(() => null);
      await world.waitForWork();
    };

    for (let n = 0; n < 3; n++) await steps['voucher']?.();
    for (let step = 0; step < 30; step++) await steps[oneOf(pick, Object.keys(steps))]?.();

    await finishEverything(notes, { world, call, readOrder, chores: runChores });

    const [atStripe, inBooks] = [await readStripeNet(world), await readBookedNet(world)];
    const balances = new Map(await Promise.all(families.map(async (f) => [f, await balanceOf(f)] as const)));
    for (const note of notes) {
      const { orderId, number, cash, goodwill, feePercent, isDisputed, family } = note;
      const entries = balances.get(family)?.entries.filter((entry) => entry.number === number) ?? [];
      // The amount that the family spent here from its balance, minus what was returned to it.
      const fromBalance = -entries.reduce((sum, { cents }) => sum + cents, 0);
      const net = (atStripe.get(orderId) ?? 0) + cash + fromBalance;
      const { places, open } = await instalments.countMoney(world.database, orderId);
      const [debt] = await world.database.sql<{ cents: number }[]>`
        select coalesce(sum(greatest(0, private.balance_debt(y.id))), 0)::int as cents
        from public.payments y where y.order_id = ${orderId}`;
      const fee = (instalments.PRICE * feePercent) / 100;
      const message = `${number}: net ${net}, cash ${cash}, gift ${goodwill}, open ${open}, debt ${debt?.cents}`;
      if (places === 1) expect(net, `${message}, has the spot`).toBe(instalments.PRICE - open - goodwill);
      else {
        expect(net, `${message}, has neither`).toBeLessThanOrEqual(isDisputed ? instalments.PRICE : fee);
        expect(net, `${message}, has both`).toBeGreaterThanOrEqual(-(debt?.cents ?? 0));
      }
      expect(inBooks.get(orderId) ?? 0, `${message}, by the books`).toBe(atStripe.get(orderId) ?? 0);
    }
    for (const [family, { cents, reserved_cents, entries }] of balances) {
      const sum = entries.reduce((total, entry) => total + entry.cents, 0);
      const vouchers = entries.reduce(
        (total, entry) => total + (entry.kind === 'voucher' ? entry.cents : 0),
        0,
      );
      expect([sum - reserved_cents, vouchers]).toEqual([cents, broughtCents.get(family)]);
    }
    const faults = await world.database.sql`select rule, details from private.discrepancies()`;
    expect([...faults]).toEqual([]);
  },
  120_000,
);
