import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc, service, visitor } from '#support/sql.ts';
import { bookedOutcome, readOutcome } from '#support/sql-outcome.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
afterAll(() => db.drop());

describe('a payment in time', () => {
  test('the payment creates a family, a child, a pass, credits and a booking', async () => {
    const session = await shop.makeSession(db, { capacity: 2 });
    const paid = await shop.openCheckout(db, session, shop.term);
    const number = paid.order.number;
    expect(await shop.confirmPayment(db, shop.paymentOf(paid))).toEqual({ result: 'confirmed', number });
    expect(await readOutcome(db, paid.orderId)).toEqual({ ...bookedOutcome, credits: 17 });
    const [row] = await db.sql`
      select f.contact_name, f.contact_email, f.contact_phone, f.primary_parent_id, c.name, c.dob, c.current_level,
        p.sessions_total, p.valid_until - p.valid_from as days,
        p.valid_from = (clock_timestamp() at time zone 'Asia/Singapore')::date as from_today,
        b.status, b.attended, b.session_id
      from public.orders o
      join public.families f on f.id = o.family_id join public.children c on c.family_id = f.id
      join public.passes p on p.child_id = c.id join public.bookings b on b.child_id = c.id
      where o.id = ${paid.orderId}`;
    expect(row).toEqual({
      contact_name: 'Mei Tan',
      contact_email: 'mei@example.test',
      contact_phone: '+6591234567',
      primary_parent_id: null,
      name: 'Kai Tan',
      dob: '2018-05-01',
      current_level: 1,
      sessions_total: 18,
      days: shop.term.validity_days,
      from_today: true,
      status: 'booked',
      attended: null,
      session_id: session,
    });
    expect(await shop.countSpotsTaken(db, session)).toBe(1);
  });

  test('the payment queues a mail with everything it needs, and only the first name of the child', async () => {
    const paid = await shop.openCheckout(db, await shop.makeSession(db));
    const read = () => rpc<object>(db, visitor, 'get_order', { p_secret: paid.order.secret });
    expect(await read()).not.toHaveProperty('provider');
    await shop.confirmPayment(db, shop.paymentOf(paid));
    expect(await read()).toMatchObject({ provider: { name: 'Otter Trails' } });
    const [row] = await db.sql<{ recipient: string; payload: Record<string, unknown> }[]>`
      select recipient, payload from public.outbox where key = ${`booking_confirmed:${paid.orderId}`}`;
    expect(row?.recipient).toBe('mei@example.test');
    expect(row?.payload).toMatchObject({
      number: paid.order.number,
      secret: paid.order.secret,
      status: 'paid',
      total_cents: 3800,
      parent_first_name: 'Mei',
      lines: [
        {
          child_name: 'Kai',
          cancellation: 'Free until 24 hours before.',
          session: {
            starts_at: expect.stringMatching(/^\d{4}-.*T\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
            ends_at: expect.stringMatching(/Z$/) as string,
            location_name: 'Somerset',
            location_address: 'Somerset Skate Park, 1 Somerset Road, Singapore',
            coach_name: 'Coach Otter',
          },
        },
      ],
      receipt: { total_cents: 3800, gst: null, lines: [{ title: 'pass-tryout', price_cents: 3800 }] },
    });
    expect(JSON.stringify(row?.payload)).not.toMatch(/Kai Tan|2018-05-01/);
  });

  test('four webhook deliveries and the success page at the same time make one booking', async () => {
    const session = await shop.makeSession(db, { capacity: 5 });
    const paid = await shop.openCheckout(db, session);
    const payment = shop.paymentOf(paid);
    const checkedPayment = { ...payment, event_id: `check:${paid.sessionId}`, event_type: 'check_payment' };
    const answers = await Promise.all(
      [payment, payment, payment, payment, checkedPayment].map((event) => shop.confirmPayment(db, event)),
    );
    expect(answers.map(({ result }) => result).sort()).toEqual([
      ...Array<string>(4).fill('already_confirmed'),
      'confirmed',
    ]);
    expect(new Set(answers.map(({ number }) => number))).toEqual(new Set([paid.order.number]));
    expect(await readOutcome(db, paid.orderId)).toEqual({ ...bookedOutcome, credits: 0 });
    expect(await shop.confirmPayment(db, payment)).toMatchObject({ result: 'already_confirmed' });
    expect(await shop.countSpotsTaken(db, session)).toBe(1);
  });

  test('a report without an order number is matched by its session, even without a payment intent', async () => {
    const paid = await shop.openCheckout(db, await shop.makeSession(db));
    expect(
      await shop.confirmPayment(db, shop.paymentOf(paid, { order_id: null, payment_intent: null })),
    ).toMatchObject({
      result: 'confirmed',
    });
    const [row] = await db.sql`
      select payment_intent, session_id from public.payments where order_id = ${paid.orderId}`;
    expect(row).toEqual({ payment_intent: null, session_id: paid.sessionId });
  });

  test('the payment of an order with two lines books both children', async () => {
    const [a, b] = [await shop.makeSession(db), await shop.makeSession(db)];
    const paid = await shop.openCheckout(db, [a, b]);
    await shop.confirmPayment(db, shop.paymentOf(paid));
    expect(await readOutcome(db, paid.orderId)).toMatchObject({
      bookings: 2,
      passes: 2,
      mails: ['booking_confirmed'],
    });
    const rows = await db.sql`
      select c.name, b.session_id from public.children c
      join public.orders o on o.family_id = c.family_id join public.bookings b on b.child_id = c.id
      where o.id = ${paid.orderId} order by 1`;
    expect([...rows]).toEqual([
      { name: 'Kai Tan', session_id: a },
      { name: 'Lea Tan', session_id: b },
    ]);
  });
});

describe('a payment that does not match its order', () => {
  const unbooked = { bookings: 0, passes: 0, credits: null, mails: [] };

  test.each([
    ['less', { amount_cents: 3799 }],
    ['more', { amount_cents: 3801 }],
    ['another currency', { currency: 'myr' }],
  ])('%s: the payment is recorded and left to staff, and nothing else happens', async (_, change) => {
    const session = await shop.makeSession(db);
    const paid = await shop.openCheckout(db, session);
    const payment = shop.paymentOf(paid, change);
    const answers = await Promise.all([shop.confirmPayment(db, payment), shop.confirmPayment(db, payment)]);
    expect(answers).toEqual(Array(2).fill({ result: 'mismatch', number: paid.order.number }));
    expect(await readOutcome(db, paid.orderId)).toEqual({
      ...unbooked,
      status: 'awaiting_payment',
      outcome: 'under_review',
      payments: 1,
      decisions: ['mismatch'],
      holds: 1,
    });
    // No further payment is requested while staff decide.
    await expect(shop.finalizeOrder(db, paid.order)).rejects.toMatchObject({ message: 'order_closed' });
  });

  test('a second charge for a paid order is recorded and left to staff', async () => {
    const paid = await shop.openCheckout(db, await shop.makeSession(db));
    await shop.confirmPayment(db, shop.paymentOf(paid));
    const again = shop.paymentOf(paid);
    expect(await shop.confirmPayment(db, again)).toMatchObject({ result: 'duplicate_payment' });
    expect(await shop.confirmPayment(db, again)).toMatchObject({ result: 'duplicate_payment' });
    expect(await readOutcome(db, paid.orderId)).toEqual({
      ...bookedOutcome,
      payments: 2,
      credits: 0,
      decisions: ['duplicate_payment'],
    });
  });

  test('when two different charges come at once, one books, and the other is left to staff', async () => {
    const paid = await shop.openCheckout(db, await shop.makeSession(db));
    const answers = await Promise.all([
      shop.confirmPayment(db, shop.paymentOf(paid)),
      shop.confirmPayment(db, shop.paymentOf(paid)),
    ]);
    expect(answers.map(({ result }) => result).sort()).toEqual(['confirmed', 'duplicate_payment']);
    expect(await readOutcome(db, paid.orderId)).toMatchObject({
      bookings: 1,
      payments: 2,
      decisions: ['duplicate_payment'],
    });
  });

  test.each([['00000000-0000-4000-8000-000000000000'], ['not-an-id'], [null]])(
    'a payment for an unknown order (%s) is recorded and left to staff',
    async (order_id) => {
      const paid = await shop.openCheckout(db, await shop.makeSession(db));
      const payment = shop.paymentOf(paid, { order_id, session_id: `cs_foreign_${String(order_id)}` });
      expect(await shop.confirmPayment(db, payment)).toEqual({ result: 'unknown_order' });
      expect(await shop.confirmPayment(db, { ...payment, event_id: `${payment.event_id}b` })).toEqual({
        result: 'unknown_order',
      });
      const [row] = await db.sql`
      select p.order_id, p.amount_cents, d.kind, d.status
      from public.payments p join public.payment_decisions d on d.payment_id = p.id
      where p.payment_intent = ${payment.payment_intent}`;
      expect(row).toEqual({ order_id: null, amount_cents: 3800, kind: 'unknown_order', status: 'open' });
    },
  );
});

describe('a payment after the hold or after a change', () => {
  test.each(['lapsed', 'cleared away by the chore', 'released'])(
    '%s, while the spot is still free: it is booked',
    async (how) => {
      const session = await shop.makeSession(db);
      const paid = await shop.openCheckout(db, session);
      if (how === 'released') await rpc(db, service, 'release_order', { p_secret: paid.order.secret });
      else await shop.expireHolds(db, paid.order.secret);
      if (how.startsWith('cleared')) await rpc(db, service, 'release_lapsed_holds');
      const payment = shop.paymentOf(paid);
      const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => shop.confirmPayment(db, payment)));
      const results = [first, ...others].map((answer) => answer?.result).sort();
      expect(results).toEqual(['already_confirmed', 'already_confirmed', 'already_confirmed', 'reseated']);
      expect(await readOutcome(db, paid.orderId)).toEqual({
        ...bookedOutcome,
        status: 'paid_late',
        outcome: 'reseated',
        credits: 0,
        mails: ['paid_late_reseated'],
      });
      expect(await rpc(db, visitor, 'get_order', { p_secret: paid.order.secret })).toMatchObject({
        status: 'paid_late',
        outcome: 'reseated',
        paid_at: expect.any(String) as string,
      });
    },
  );

  test.each(['sold', 'held', 'begun', 'cancelled'])(
    'when the spot is taken (%s), the parent chooses, and no money is lost',
    async (how) => {
      const session = await shop.makeSession(db);
      const paid = await shop.openCheckout(db, session);
      await shop.expireHolds(db, paid.order.secret);
      if (how === 'held') await shop.hold(db, session);
      if (how === 'sold') await shop.confirmPayment(db, shop.paymentOf(await shop.openCheckout(db, session)));
      if (how === 'begun')
        await db.sql`update public.sessions set session_date = '2021-01-02' where id = ${session}`;
      if (how === 'cancelled')
        await db.sql`update public.sessions set status = 'cancelled' where id = ${session}`;
      const payment = shop.paymentOf(paid);
      const answers = await Promise.all([shop.confirmPayment(db, payment), shop.confirmPayment(db, payment)]);
      expect(answers.map(({ result }) => result)).toEqual(['needs_choice', 'needs_choice']);
      expect(await readOutcome(db, paid.orderId)).toEqual({
        status: 'paid_late',
        outcome: 'needs_choice',
        payments: 1,
        decisions: ['paid_late'],
        bookings: 0,
        passes: 0,
        credits: null,
        mails: ['paid_late_choice'],
        holds: 0,
      });
      expect(await shop.confirmPayment(db, shop.paymentOf(paid))).toMatchObject({
        result: 'duplicate_payment',
      });
    },
  );

  test('when it comes in time but staff cancelled the session, the parent chooses', async () => {
    const session = await shop.makeSession(db);
    const paid = await shop.openCheckout(db, session);
    await db.sql`update public.sessions set status = 'cancelled' where id = ${session}`;
    expect(await shop.confirmPayment(db, shop.paymentOf(paid))).toMatchObject({ result: 'needs_choice' });
  });

  test('when it comes in time but staff reduced the capacity, it is booked anyway', async () => {
    const session = await shop.makeSession(db);
    const paid = await shop.openCheckout(db, session);
    await db.sql`update public.sessions set max_capacity = 0 where id = ${session}`;
    expect(await shop.confirmPayment(db, shop.paymentOf(paid))).toMatchObject({ result: 'confirmed' });
  });
});
