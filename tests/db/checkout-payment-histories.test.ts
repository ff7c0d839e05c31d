/**
 * Runs random histories of deposits and balances at the checkout on the site. The test counts for itself what each
 * family paid and holds, and expects that no family has both its balance and the spot, and that no family has neither.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import * as instalments from '#support/sql-instalments.ts';
import * as payingHelpers from '#support/sql-paying.ts';
import { makeUser, refusal, rpc, service } from '#support/sql.ts';
import { createRandomPick } from '#support/histories/random.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  admin = {
    ...signedIn(await makeUser(db, 'admin@example.test', ['business_admin'])),
    claims: { aal: 'aal2' },
  };
  await instalments.allowDeposits(db);
});
afterAll(() => db.drop());

interface Note {
  paying: payingHelpers.Paying;
  family: payingHelpers.Family;
  /** These are the amount paid from the balance, the amount charged to the card now, and the amount due later. */
  balance: number;
  charged: number;
  later: number;
  state: 'open' | 'closed' | 'paid' | 'review';
  /** These are the amounts not refunded yet: money, and balance that was spent. */
  money: number;
  spent: number;
}

test.each([1, 2, 3])('history %i: every cent is with us, on a balance, or paid back', async (seed) => {
  const pick = createRandomPick(seed);
  const families = await Promise.all([0, 1].map(() => payingHelpers.makeFamily(db, 60_000)));
  const held = new Map(families.map((family) => [family, 60_000]));
  const notes: Note[] = [];
  let days = 60;
  const add = (family: payingHelpers.Family, cents: number) =>
    held.set(family, (held.get(family) ?? 0) + cents);
  const reservedOf = (family: payingHelpers.Family) =>
    notes.reduce(
      (sum, note) => (note.family === family && note.state === 'open' ? sum + note.balance : sum),
      0,
    );
  const freeOf = (family: payingHelpers.Family) => (held.get(family) ?? 0) - reservedOf(family);
  const oneOf = (...states: Note['state'][]) => {
    const among = notes.filter(({ state }) => states.includes(state));
    return among[pick(Math.max(1, among.length))];
  };
  const settle = (note: Note) => {
    Object.assign(note, { state: 'paid', money: note.charged, spent: note.balance });
    add(note.family, -note.balance);
  };

  const steps: (() => Promise<void>)[] = [
    // The family goes to the payment page. It pays a deposit, some or all of its balance, or everything by card.
    async () => {
      const family = families[pick(2)];
      if (!family) return;
      const free = freeOf(family);
      const kind = pick(4);
      const balance = kind === 2 ? 1 + pick(instalments.PRICE - 50) : kind === 3 ? instalments.PRICE : 0;
      const later = kind === 1 ? instalments.PRICE - instalments.DEPOSIT : 0;
      const pay =
        kind === 0
          ? null
          : kind === 1
            ? { instalments: { parts: 1, deposit_cents: instalments.DEPOSIT } }
            : { balance_cents: balance, user_id: family.userId };
      // Each order books another camp, because one child cannot be on the same camp twice.
      const camp = payingHelpers.campLine(await instalments.makeCampIn(db, ++days));
      const asked = payingHelpers.goToPayment(db, family.caller, [camp], pay);
      if (balance > free) {
        expect(await refusal(asked)).toMatchObject({ code: 'balance_too_low', detail: String(free) });
        return;
      }
      const paying = await asked;
      const charged = instalments.PRICE - balance - later;
      expect(paying.finalized).toMatchObject({ is_paid: charged === 0, total_cents: charged });
      const note: Note = { paying, family, balance, charged, later, state: 'open', money: 0, spent: 0 };
      notes.push(note);
      if (charged === 0) settle(note);
    },
    // The family pays by card. Stripe reports the charge twice, and sometimes only after the checkout has ended.
    async () => {
      const note = oneOf('open', 'open', 'closed');
      if (!note) return;
      const result =
        note.state === 'open' ? 'confirmed' : note.balance > freeOf(note.family) ? 'mismatch' : 'reseated';
      const reports = await Promise.all([1, 2].map(() => payingHelpers.chargeOrder(db, note.paying)));
      expect(reports.map((report) => report.result)).toContain(result);
      if (result !== 'mismatch') settle(note);
      else Object.assign(note, { state: 'review', money: note.charged });
    },
    async () => {
      const note = oneOf('open');
      if (!note) return;
      if (pick(2) === 0) await payingHelpers.abandonOrder(db, note.paying);
      else await rpc(db, service, 'release_order', { p_secret: note.paying.order.secret });
      note.state = 'closed';
    },
    // Staff refund, in money first. What was paid from the balance always goes back to the balance.
    async () => {
      const note = oneOf('paid');
      if (!note || note.later > 0 || note.money + note.spent === 0) return;
      const cents = pick(2) === 0 ? note.money + note.spent : 1 + pick(note.money + note.spent);
      const toBalance = pick(2) === 0;
      await rpc(db, service, 'refund_order', {
        p_order_id: note.paying.finalized.order_id,
        p_cents: cents,
        p_reason: 'goodwill',
        p_to_balance: toBalance,
        p_key: randomUUID(),
      });
      const money = Math.min(cents, note.money);
      note.money -= money;
      note.spent -= cents - money;
      add(note.family, cents - money + (toBalance ? money : 0));
    },
    async () => {
      const note = oneOf('paid');
      if (!note || note.later === 0) return;
      await instalments.takeInstalment(db, admin, note.paying.finalized.order_id);
      note.money += note.later;
      note.later = 0;
    },
    // Staff decide about a charge that came after its balance was released.
    async () => {
      const note = oneOf('review');
      if (!note) return;
      const [decision] = await db.sql<{ id: string }[]>`
        select id from public.payment_decisions
        where order_id = ${note.paying.finalized.order_id} and status = 'open'`;
      const kept = pick(2) === 0;
      await rpc(db, admin, 'resolve_decision', {
        p_decision_id: decision?.id,
        p_resolution: kept ? 'accepted' : 'refund',
      });
      if (kept) note.state = 'paid';
      else notes.splice(notes.indexOf(note), 1);
    },
  ];
  for (let step = 0; step < 45; step++) await steps[pick(3) === 0 ? 0 : pick(steps.length)]?.();

  for (const family of families)
    expect(await payingHelpers.readBalance(db, family)).toEqual([freeOf(family), reservedOf(family)]);
  for (const { paying, state, money, spent } of notes) {
    const counted = await instalments.countMoney(db, paying.finalized.order_id);
    // Each family either paid and has its spot, or has its money back, or waits for staff to decide.
    expect([counted.paid - counted.refunded, counted.places]).toEqual([
      money + spent,
      state === 'paid' ? 1 : 0,
    ]);
  }
  expect([...(await db.sql`select rule, details from private.discrepancies()`)]).toEqual([]);
});
