import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { brand } from '#contract/brand.ts';
import { trialMailbox } from '#server/trial.ts';
import { type Context, functionUrl, requireKey, projectUrl } from './context.ts';
import { call } from './http.ts';
import { ok, type Step, unknown, wrong } from './step.ts';
import { stripeOf } from './stripe-endpoint.ts';
import { literal, publishableKey, readRows, runSql } from './supabase.ts';
import { cleaning, leftovers } from './trial-cleaning.ts';

const CENTS = 50;
const PAUSE_MS = 5000;
/** The trial waits for three minutes at most, because mails are sent every 20 seconds and refunds every minute. */
const MAX_PAUSES = 36;

/** An error of the trial, with the problem that a parent would meet. */
class TrialError extends Error {
  readonly parents: string;

  constructor(says: string, parents: string) {
    super(says);
    this.parents = parents;
  }
}

interface Trial {
  name: string;
  email: string;
  session: string;
  offer: string;
}

const Id = v.object({ id: v.string() });
const Order = v.object({ secret: v.string(), status: v.string() });

/**
 * Books a spot for S$0.50 as a visitor does, pays with Stripe's test card, cancels by the link in
 * the mail, and removes every row of the booking. It never runs with a live key.
 */
export const trialBooking: Step = {
  id: 'trial-booking',
  topic: 'Stripe',
  what: 'Book and pay for a spot at S$0.50 in test mode, get the refund, and remove everything again.',
  keys: ['STRIPE_SECRET_KEY', 'SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'],
  async check(context) {
    if (
      context.environment === 'production' ||
      !/^[sr]k_test_/.test(requireKey(context, 'STRIPE_SECRET_KEY'))
    )
      return unknown(
        'A booking is tried in test mode only, and this is a live key.',
        'Nobody knows whether a booking goes through until a parent makes one.',
        'Run npm run doctor -- --env staging --book.',
      );
    const trial = await prepare(context);
    try {
      const took = await bookAndReturn(context, trial);
      await clean(context);
      return ok(`A spot for S$0.50 was booked, paid, confirmed by e-mail and refunded in ${took} s.`);
    } catch (error) {
      await clean(context);
      if (error instanceof TrialError) return wrong(error.message, error.parents);
      throw error;
    }
  },
};

/**
 * Prepares a session that nobody sees. No page names the offer, and its day is far beyond the weekends that are shown.
 */
async function prepare(context: Context): Promise<Trial> {
  await clean(context);
  const name = `doctor-${randomUUID()}`;
  const [session] = v.parse(
    v.array(Id),
    await runSql(
      context,
      `insert into public.offers (id, kind, title, price_cents, currency, revision, details, cancellation, updated_at)
       values (${literal(name)}, 'pass', 'Trial of the system', ${CENTS}, 'SGD', 'doctor',
         '{"pass_id": "doctor", "sessions": 1, "validity_days": 400, "checkout_type": "term-pass",
           "refund_rules": [{"hours_before": 1, "percent": 100}]}', 'Full refund.', now());
       with place as (insert into public.locations (name, address) values (${literal(name)}, 'Nowhere') returning id)
       insert into public.sessions (class_type_id, location_id, session_date, session_time, duration_minutes, max_capacity)
       select (select id from public.class_types order by name limit 1), id, current_date + 300, '05:00', 60, 1 from place
       returning id`,
    ),
  );
  if (!session) throw new Error('The place for the trial could not be made.');
  return { name, email: trialMailbox(name), session: session.id, offer: name };
}

async function bookAndReturn(context: Context, trial: Trial): Promise<number> {
  const began = context.now().getTime();
  const key = await publishableKey(context);
  if (!key) throw new TrialError('There is no publishable key.', 'Pages cannot reach the database.');
  const rpc = (name: string, json: object) =>
    call(context, `${projectUrl(context)}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: key },
      json,
    });
  const readOrder = async (secret: string) => v.parse(Order, await rpc('get_order', { p_secret: secret }));

  const held = v.parse(
    Order,
    await rpc('hold_order', {
      p_order: {
        code: null,
        lines: [{ offer_id: trial.offer, session_id: trial.session, expected_price_cents: CENTS }],
        previous_secret: null,
      },
    }),
  );
  await expectFree(context, trial, 0, 'A held spot is still offered to others.');

  await call(context, functionUrl(context, 'create-checkout'), {
    method: 'POST',
    headers: { apikey: key },
    json: {
      secret: held.secret,
      expected_total_cents: CENTS,
      details: {
        parent: { name: 'Doctor of the system', email: trial.email, phone: '+6591234567' },
        children: [{ name: 'Trial', dob: '2018-01-01' }],
        consents: { terms: true, activity: true },
      },
    },
  });
  await payByTestCard(context, trial);

  const isPaid = async () => (await readOrder(held.secret)).status === 'paid';
  if (!(await comesTrue(context, isPaid)))
    throw new TrialError(
      'The payment was made, but no booking followed within three minutes.',
      'Parents pay but get no booking.',
    );
  const [paid] = await readRows(
    context,
    v.object({ id: v.string(), lines: v.array(v.string()), by_event: v.boolean() }),
    `select o.id, (select json_agg(l.id) from public.order_lines l where l.order_id = o.id) as lines, exists (select from public.payments p join public.payment_events e on e.payment_id = p.id
       where p.order_id = o.id and e.event_type is distinct from 'check_payment') as by_event
     from public.orders o where o.secret = ${literal(held.secret)}`,
  );
  if (!paid?.by_event)
    throw new TrialError(
      'The booking was confirmed, but Stripe’s webhook did not tell us: we found the payment by asking.',
      'Bookings are confirmed minutes late.',
    );

  const wasMailed = async () => {
    const [mail] = await readRows(
      context,
      v.object({ sent: v.boolean() }),
      `select sent_at is not null as sent from public.outbox
       where template = 'booking_confirmed' and recipient = ${literal(trial.email)}`,
    );
    return mail?.sent === true;
  };
  if (!(await comesTrue(context, wasMailed)))
    throw new TrialError(
      'The confirmation was not sent within three minutes.',
      'Parents pay but hear nothing from us.',
    );

  // The link in the mail can no longer be read once the mail is sent, so another link of the same kind is made.
  const [link] = v.parse(
    v.array(v.object({ token: v.string() })),
    await runSql(
      context,
      `select private.make_order_link(${literal(paid.id)}, 'manage', ${literal(trial.email)}) as token`,
    ),
  );
  await rpc('cancel_lines', {
    p_access: { token: link?.token },
    p_line_ids: paid.lines,
    p_expected_refund_cents: CENTS,
  });
  await expectFree(context, trial, 1, 'A cancelled spot is not offered again.');
  const wasRefunded = async () => {
    const [refund] = await readRows(
      context,
      v.object({ cents: v.number() }),
      `select coalesce(sum(amount_cents), 0)::int as cents from public.refunds
       where order_id = ${literal(paid.id)} and status = 'succeeded'`,
    );
    return refund?.cents === CENTS;
  };
  if (!(await comesTrue(context, wasRefunded)))
    throw new TrialError(
      'The refund was not made within three minutes.',
      'Parents who cancel wait for their money.',
    );
  return Math.round((context.now().getTime() - began) / 1000);
}

/** Completes a checkout in test mode, as Stripe's own command line tool does (`stripe trigger`). */
async function payByTestCard(context: Context, trial: Trial): Promise<void> {
  const [attempt] = await readRows(
    context,
    v.object({ session_id: v.string() }),
    `select a.session_id from public.checkout_attempts a join public.order_lines l on l.order_id = a.order_id
     where l.offer_id = ${literal(trial.offer)} and a.session_id is not null`,
  );
  if (!attempt) throw new TrialError('No payment page was opened.', 'No parent can pay.');
  const stripe = stripeOf(context);
  const session = await stripe.checkout.sessions.retrieve(attempt.session_id);
  if (session.livemode || session.amount_total !== CENTS)
    throw new TrialError(
      'The payment page has another amount, or is a live one.',
      'Parents pay the wrong price.',
    );
  const method = await stripe.paymentMethods.create({
    type: 'card',
    card: { token: 'tok_visa' },
    billing_details: { name: brand.product, email: trial.email },
  });
  await stripe.rawRequest('POST', `/v1/payment_pages/${attempt.session_id}/confirm`, {
    payment_method: method.id,
    expected_amount: CENTS,
  });
}

async function expectFree(context: Context, trial: Trial, count: number, says: string): Promise<void> {
  // The read-only role is not allowed to call our functions.
  const [row] = v.parse(
    v.array(v.object({ free: v.number() })),
    await runSql(
      context,
      `select private.places_free(${literal(trial.session)}, null, clock_timestamp()) as free`,
    ),
  );
  if (row?.free !== count) throw new TrialError(says, 'Spots are sold twice, or not at all.');
}

async function comesTrue(context: Context, isTrue: () => Promise<boolean>): Promise<boolean> {
  for (let pauses = 0; pauses < MAX_PAUSES; pauses++) {
    if (await isTrue()) return true;
    await context.pause(PAUSE_MS);
  }
  return await isTrue();
}

/**
 * Removes a trial, including what an interrupted trial has left. If a chore changes a row in the
 * meantime, the next attempt removes it.
 */
async function clean(context: Context): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    await runSql(context, cleaning);
    const [row] = await readRows(context, v.object({ rows: v.number() }), leftovers);
    if (row?.rows === 0) return;
  }
  throw new Error('Rows of the trial booking are left. Run it again: each run removes them first.');
}
