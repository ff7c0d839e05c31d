/** Pairs that once waited for each other in a circle: everything is locked in the order of the head of places.sql. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller, TestDatabase } from '../support/database.ts';
import * as after from '../support/sql-after.ts';
import { makeParent, saveChild, signedIn } from '../support/sql-details.ts';
import * as orders from '../support/sql-orders.ts';
import { detailsOf, kid } from '../support/sql-orders.ts';
import * as passes from '../support/sql-passes.ts';
import { renew, subscribe, toEnd } from '../support/sql-renewals.ts';
import * as shop from '../support/sql-selling.ts';
import * as wait from '../support/sql-waitlists.ts';
import * as x from '../support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop();
  await after.sellWithRules(db);
});
afterAll(() => db.drop());

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** Makes a function stop after `after` (a piece of its source) until the gate lets it go on. */
async function stopIn(signature: string, after: string): Promise<{ open: () => Promise<unknown> }> {
  const [row] = await db.sql<
    [{ source: string }]
  >`select pg_get_functiondef(${signature}::regprocedure) as source`;
  const stopped = row.source.replace(after, `${after} perform pg_advisory_xact_lock_shared(4711);`);
  expect(stopped).not.toBe(row.source);
  await db.sql.unsafe(stopped);
  return { open: () => db.sql.unsafe(row.source) };
}

/** Calls both while each is stopped in the middle, and lets them go on together. */
async function meet(stop: [string, string], first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const { open } = await stopIn(...stop);
  let both: Promise<string>[] = [];
  await db.sql.begin(async (gate) => {
    await gate`select pg_advisory_xact_lock(4711)`;
    both = [outcome(first())];
    await x.waitForLocked(db, 1);
    both.push(outcome(second()));
    await x.waitForLocked(db, 2);
  });
  await open();
  return Promise.all(both);
}

test('two bookings of one child, paid with two passes, move at once', async () => {
  const home = await passes.makeHome(db);
  const [one, two] = [
    await passes.makePass(db, home, { offer: 'pass-term', from: '2080-01-01' }),
    await passes.makePass(db, home, { offer: 'pass-tryout', from: '2080-01-01' }),
  ];
  const sessions: string[] = [];
  for (let n = 0; n < 4; n++) sessions.push(await shop.makeSession(db, { capacity: 5 }));
  const [a = '', b = '', c = '', d = ''] = sessions;
  const [first, second] = [await passes.book(db, home, a, one), await passes.book(db, home, b, two)];
  const moved = await meet(
    ['private.pick_pass(uuid,date,uuid,text)', '\nbegin'],
    () => passes.reschedule(db, home.who, first.booking_id, c),
    () => passes.reschedule(db, home.who, second.booking_id, d),
  );
  expect(moved).toEqual(['done', 'done']);
});

interface Siblings {
  session: string;
  admin: Caller;
  cancel: (...lines: number[]) => Promise<unknown>;
}

/** Two children of an order in one session, and an admin who gives lines of it back. */
async function siblings(name: string): Promise<Siblings> {
  const session = await shop.makeSession(db, { capacity: 9 });
  const admin = signedIn(await x.makeUser(db, `${name}@example.test`, ['admin']));
  const line = (child: number) => ({ offer_id: shop.term.id, session_id: session, child });
  const order = await orders.hold(db, { lines: [line(0), line(1)], children: [{}, {}] });
  await orders.pay(db, order, detailsOf([kid(`Ann ${name}`), kid(`Bob ${name}`)]));
  const [{ id }] = await db.sql<[{ id: string }]>`
    select id from public.orders where secret = ${order.secret}`;
  // Sold by the clock, while the shop's calendar is far ahead: their passes would be over.
  await db.sql`
    update public.passes p set valid_until = null from public.order_lines l
    where l.order_id = ${id} and p.order_line_id = l.id`;
  const p_access = { order_id: id };
  const { lines } = await x.rpc<{ lines: { line_id: string; can: { cancel: { refund_cents: number } } }[] }>(
    db,
    admin,
    'get_managed_order',
    { p_access },
  );
  const cancel = (...which: number[]) => {
    const chosen = lines.filter((_, n) => which.includes(n));
    return x.rpc(db, admin, 'cancel_lines', {
      p_access,
      p_line_ids: chosen.map((line) => line.line_id),
      p_seen_refund_cents: chosen.reduce((sum, { can }) => sum + can.cancel.refund_cents, 0),
    });
  };
  return { session, admin, cancel };
}

test('a roll is taken while siblings are cancelled, the younger row first', async () => {
  const { session, admin, cancel } = await siblings('roll');
  const bookings = await db.sql<{ id: string }[]>`
    select b.id from public.bookings b where b.session_id = ${session} order by b.id`;
  // Whichever way round the lines lie, one of the two orders is the circle.
  const met = await meet(
    ['private.undo_booking(uuid)', 'then return; end if;'],
    () => cancel(0, 1),
    () =>
      x.rpc(db, admin, 'take_attendance', {
        p_session_id: session,
        p_marks: bookings.map((booking) => ({ booking_id: booking.id, attended: true })),
      }),
  );
  expect(met).toEqual(['done', 'booking_not_found']);
});

test('a make-up is asked for while its pass is given back', async () => {
  const { session, admin, cancel } = await siblings('makeup');
  const [booking] = await db.sql<[{ id: string }]>`
    select b.id from public.bookings b join public.children c on c.id = b.child_id
    where b.session_id = ${session} and c.name like 'Ann%'`;
  const met = await meet(
    ['private.answer_claim_make_up(uuid)', 'from public.bookings where id = p_booking_id for update;'],
    () => x.rpc(db, admin, 'claim_make_up', { p_booking_id: booking.id }),
    () => cancel(0),
  );
  expect(met).toEqual(['make_up_not_missed', 'done']);
});

test('the bank tells of a refund while a sibling of the same order is cancelled', async () => {
  const { cancel } = await siblings('bank');
  await cancel(0);
  const [refund] = await db.sql<[{ id: string }]>`
    select id from public.refunds where status = 'requested' order by created_at desc limit 1`;
  const met = await meet(
    ['public.finish_refund(uuid,text,text,text)', 'where id = v_refund.id;'],
    () =>
      x.rpc(db, x.service, 'finish_refund', {
        p_id: refund.id,
        p_provider_id: 're_circle',
        p_status: 'succeeded',
      }),
    () => cancel(1),
  );
  expect(met).toEqual(['done', 'done']);
});

/** A pass that renews itself, and an admin who gives it back. */
async function renewing(name: string) {
  const { session, cancel } = await siblings(name);
  const [line] = await db.sql<[{ id: string }]>`
    update public.order_lines l set renews = true
    from public.order_children c
    where l.session_id = ${session} and c.order_id = l.order_id and c.position = l.child_position
      and c.name like 'Ann%'
    returning l.id`;
  const subscription = await subscribe(db, line.id);
  return { subscription, cancel: () => cancel(0) };
}

test('a pass is given back while it is renewed: what the parent is told holds, and no pass is sold', async () => {
  const { subscription, cancel } = await renewing('ended');
  let renewal: object | undefined;
  const met = await meet(
    [
      'private.answer_cancel_lines(jsonb,uuid[],integer,boolean)',
      'perform private.places_freed(v_session_ids, v_camp_ids);',
    ],
    cancel,
    async () => {
      renewal = await renew(db, subscription, { amount_cents: shop.term.price_cents });
    },
  );
  expect(met).toEqual(['done', 'done']);
  expect(renewal).toMatchObject({ result: 'mismatch' });
  const [mail] = await db.sql`
    select payload #> '{cancelled,passes,0,ends_renewal}' as ends from public.outbox
    where template = 'order_cancelled' order by created_at desc limit 1`;
  expect(mail).toEqual({ ends: true });
  expect(await toEnd(db)).toContain(subscription);
});

test('the other way round: it is renewed first, and the mail does not say that it ends', async () => {
  const { subscription, cancel } = await renewing('renewed');
  let renewal: object | undefined;
  const met = await meet(
    ['private.renew(public.pass_subscriptions,public.payments,timestamptz,timestamptz)', '\nbegin'],
    async () => {
      renewal = await renew(db, subscription, { amount_cents: shop.term.price_cents });
    },
    cancel,
  );
  expect(met).toEqual(['done', 'done']);
  expect(renewal).toMatchObject({ result: 'confirmed' });
  const [mail] = await db.sql`
    select payload #> '{cancelled,passes,0,ends_renewal}' as ends from public.outbox
    where template = 'order_cancelled' order by created_at desc limit 1`;
  expect(mail).toEqual({ ends: false });
  expect(await toEnd(db)).not.toContain(subscription);
});

test('a renewal of another amount goes to its first order while that is given back', async () => {
  const { subscription, cancel } = await renewing('amount');
  const met = await meet(
    ['public.record_renewal(jsonb)', 'where id = v_subscription.id for update;'],
    () => renew(db, subscription, { amount_cents: 1 }),
    cancel,
  );
  expect(met).toEqual(['done', 'done']);
});

test('a renewal is not paid, whose mail has a link to its first order, while that is given back', async () => {
  const { subscription, cancel } = await renewing('unpaid');
  const met = await meet(
    ['private.find_subscription(text)', 'where provider_subscription_id = p_subscription_id for update;'],
    () =>
      x.rpc(db, x.service, 'record_renewal_failure', {
        p_event: { subscription_id: subscription, invoice_id: `in_${subscription}`, attempt: 1 },
      }),
    cancel,
  );
  expect(met).toEqual(['done', 'done']);
});

/** A place of one, offered to an entry that takes it into a checkout. */
async function offered(name: string) {
  const session = await shop.makeSession(db);
  const lines = [{ offer_id: shop.term.id, session_id: session }];
  const first = await orders.hold(db, { lines });
  const entry = await wait.joinAs(db, x.visitor, {
    session_id: session,
    children: [kid(name)],
    parent: { name: 'Mei Tan', email: `${name.toLowerCase()}@example.test`, phone: '+6591234567' },
  });
  await x.rpc(db, x.service, 'release_order', { p_secret: first.secret });
  const order = await orders.hold(db, { lines, waitlist_secret: entry.secret });
  const status = async () =>
    (await x.rpc<{ status: string }>(db, x.visitor, 'get_waitlist_entry', { p_secret: entry.secret })).status;
  return { session, lines, entry, order, status };
}

test('a family leaves the waitlist while its checkout is given up', async () => {
  const { session, entry, order } = await offered('Zed');
  let both: Promise<string>[] = [];
  await db.sql.begin(async (gate) => {
    await gate`select from public.sessions where id = ${session} for update`;
    both = [outcome(x.rpc(db, x.visitor, 'leave_waitlist', { p_secret: entry.secret }))];
    await x.waitForLocked(db, 1);
    both.push(outcome(x.rpc(db, x.service, 'release_order', { p_secret: order.secret })));
    await x.waitForLocked(db, 2);
  });
  expect(await Promise.all(both)).not.toContain('deadlock detected');
});

test('an entry whose checkout was paid too late for the place is not enrolled', async () => {
  const { lines, order, status } = await offered('Yan');
  const late = await shop.toPayment(db, order, detailsOf([kid('Yan')]));
  await shop.lapse(db, order.secret);
  await orders.pay(db, await orders.hold(db, { lines }), detailsOf([kid('Quick Tan')]));
  expect((await shop.confirm(db, shop.paymentOf(late))).result).toBe('needs_choice');
  expect(await status()).toBe('lapsed');
});

test('in time, it is', async () => {
  const { order, status } = await offered('Xia');
  await orders.pay(db, order, detailsOf([kid('Xia')]));
  expect(await status()).toBe('enrolled');
});

/** A guest's purchase under a proven address, and the account with a child of its own. */
async function linking(name: string) {
  const email = `${name}@example.test`;
  const buy = async (line: object) => {
    const details = detailsOf([kid(`Guest ${name}`)], { parent: { ...shop.details.parent, email } });
    const order = await orders.hold(db, { lines: [line] });
    await orders.pay(db, order, details);
    return orders.idOf(db, order);
  };
  const session = await shop.makeSession(db, { capacity: 9 });
  const orderId = await buy({ offer_id: shop.term.id, session_id: session });
  const who = await makeParent(db, email);
  const child = await saveChild(db, who, kid(`Own ${name}`));
  const admin = signedIn(await x.makeUser(db, `${name}-admin@example.test`, ['admin']));
  return { who, admin, child, session, orderId, buy, link: () => x.rpc(db, who, 'link_purchases') };
}

const deadlock = 'deadlock detected';

test('a try-out of the family is paid while it links what it bought as a guest', async () => {
  const { who, child, buy, link } = await linking('tryout');
  await buy({ offer_id: orders.once.id, session_id: await shop.makeSession(db, { capacity: 9 }) });
  const lines = [{ offer_id: orders.once.id, session_id: await shop.makeSession(db), child: 0 }];
  const order = await orders.hold(db, { lines, children: [{ id: child.id }] }, who);
  const paying = await shop.toPayment(db, order, detailsOf([{}]));
  const met = await meet(
    [
      'private.claim_once(uuid,timestamptz,text)',
      'delete from public.once_claims where order_id = p_order_id and claim <> all (v_claims);',
    ],
    () => shop.confirm(db, shop.paymentOf(paying)),
    link,
  );
  expect(met).toEqual(['done', 'done']);
});

test('a session is booked for a guest’s child while its family is linked', async () => {
  const { admin, session, orderId, link } = await linking('booked');
  const [pass] = await db.sql<[{ child_id: string; id: string }]>`
    update public.passes p set valid_until = null from public.order_lines l
    where l.id = p.order_line_id and l.order_id = ${orderId} returning p.child_id, p.id`;
  await db.sql`insert into public.credit_ledger (pass_id, delta, reason) values (${pass.id}, 2, 'adjusted')`;
  const [family] = await db.sql<[{ id: string }]>`
    select family_id as id from public.children where id = ${pass.child_id}`;
  // Somebody of that family waits for the session as well: staff merged it, or its account was closed.
  await db.sql`
    insert into public.waitlist_entries (session_id, offer_id, places, status, family_id, parent_name, parent_email)
    values (${session}, ${shop.term.id}, 1, 'waiting', ${family.id}, 'Mei', 'mei@example.test')`;
  await db.sql`update public.bookings set status = 'cancelled' where session_id = ${session}`;
  const met = await meet(
    ['private.lock_sessions(uuid[])', "perform private.lock_places(p_session_ids, '{}');"],
    () => x.rpc(db, admin, 'book_session', { p_child_id: pass.child_id, p_session_id: session }),
    link,
  );
  expect(met).toEqual(['done', 'done']);
});

test('a class is moved while its family is erased: the order is not asked for behind the sessions', async () => {
  const { session, admin } = await siblings('erased');
  const [booking] = await db.sql<[{ id: string; family_id: string }]>`
    select id, family_id from public.bookings where session_id = ${session} limit 1`;
  const { open } = await stopIn(
    'private.erase(uuid,boolean,timestamptz)',
    'perform from public.profiles where family_id = p_family_id order by id for update;',
  );
  const p_session_id = await shop.makeSession(db, { capacity: 9 });
  let erased: Promise<string> = Promise.resolve('');
  let moved: Promise<string> = Promise.resolve('');
  await db.sql.begin(async (gate) => {
    await gate`select pg_advisory_xact_lock(4711)`;
    erased = outcome(x.rpc(db, admin, 'erase_family', { p_family_id: booking.family_id }));
    await x.waitForLocked(db, 1);
    moved = outcome(x.rpc(db, admin, 'reschedule_booking', { p_booking_id: booking.id, p_session_id }));
    await Promise.race([moved, x.waitForLocked(db, 2).catch(() => undefined)]);
  });
  await open();
  expect(await Promise.all([erased, moved])).toEqual(['family_in_use', 'done']);
});

test('whoever holds an order keeps nobody from writing what refers to it: refunds, links, its lines', async () => {
  const { session } = await siblings('held');
  const [{ id }] = await db.sql<[{ id: string }]>`
    select order_id as id from public.order_lines where session_id = ${session} limit 1`;
  await db.sql.begin(async (holder) => {
    await holder`select private.lock_paid_order(${id})`;
    // As a foreign key asks.
    await expect(
      db.sql`select id from public.orders where id = ${id} for key share nowait`,
    ).resolves.toHaveLength(1);
  });
  // Chores take only what nobody holds.
  const others = await db.sql`
    select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private')
      and p.prosrc ~ 'from public\.orders( o)?\s+where (id|secret|family_id)[^;]* for update' and p.prosrc !~ 'skip locked'`;
  expect(others).toEqual([]);
});

test.each(['merge_families', 'erase_family'])('a family links while staff call %s for it', async (call) => {
  const { admin, child, link, buy } = await linking(call);
  await buy({ offer_id: orders.once.id, session_id: await shop.makeSession(db, { capacity: 9 }) });
  const [from] = await db.sql<[{ id: string }]>`
    select o.family_id as id from public.orders o where o.parent_email = ${`${call}@example.test`} limit 1`;
  const args =
    call === 'erase_family' ? { p_family_id: from.id } : { p_from: from.id, p_into: child.family_id };
  for (const both of [
    [link, () => x.rpc(db, admin, call, args)],
    [() => x.rpc(db, admin, call, args), link],
  ]) {
    const met = await Promise.all(both.map((one) => outcome(one())));
    expect(met).not.toContain(deadlock);
  }
});
