// Parents who want a spot on one camp: they arrive, hold a spot and go to Stripe's page, or join the waitlist.
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Target } from './target.ts';

export interface Camp {
  id: string;
  name: string;
  offerId: string;
  capacity: number;
}

export interface Plan {
  parents: number;
  /** All parents arrive within this many seconds, half of them in the first quarter. */
  withinSeconds: number;
  /** At most this many parents join the waitlist, because each of them is sent a real mail. */
  mails: number;
  /** The birth date of each child, as YYYY-MM-DD. */
  dob: string;
  /** How many families the queue admits in a minute. It is null if nobody queues. */
  admitsPerMinute: number | null;
}

export interface Visit {
  got: 'spot' | 'full' | 'gave_up';
  /** Milliseconds from the start of the sale until the parent had an answer, and from their arrival until then. */
  answeredAt: number;
  waitedMs: number;
  /** Milliseconds in the queue, or null if the parent did not queue. */
  queuedMs: number | null;
  /** Milliseconds from the click on Pay until Stripe's page could open. It is null if the parent did not get so far. */
  checkoutMs: number | null;
  /** When the payment session was requested, in milliseconds from the start of the sale. */
  checkoutAt: number | null;
  /** The error codes of this parent's failed calls, one for each failure. */
  failures: string[];
  secret: string | null;
}

/**
 * A parent waits this long and tries again, as on the booking page, because spots that others hold unpaid may become
 * free.
 */
const BUSY_MS = 2_000;
/** A parent presses again after this time, and gives up after this many failures or minutes. */
const AGAIN_MS = 1_000;
const TRIES = 5;
const PATIENCE_MS = 180_000;
/** A browser in the queue asks again after this time, as on the booking page. */
const QUEUE_SOON_MS = 5_000;
const QUEUE_LATER_MS = 20_000;
const QUEUE_SOON_SECONDS = 60;

/** Resend accepts mails to this address, and delivers none (Resend's page "Send test emails"). */
const mailbox = (n: number) => `delivered+rehearsal${n}@resend.dev`;

export async function sendParents(target: Target, camp: Camp, plan: Plan): Promise<Visit[]> {
  const began = performance.now();
  const since = () => performance.now() - began;
  let mailsLeft = plan.mails;
  const takeMail = () => mailsLeft-- > 0;
  return Promise.all(
    Array.from({ length: plan.parents }, async (_, n) => {
      await delay(plan.withinSeconds * 1_000 * (n / plan.parents) ** 2);
      return visit(target, camp, { n, dob: plan.dob, since, takeMail });
    }),
  );
}

interface Parent {
  n: number;
  dob: string;
  since: () => number;
  takeMail: () => boolean;
}

async function visit(target: Target, camp: Camp, { n, dob, since, takeMail }: Parent): Promise<Visit> {
  const arrived = since();
  const failures: string[] = [];
  let queuedMs: number | null = null;
  let ticket: string | null = null;
  const secret = crypto.randomUUID();
  const children = [{ name: `Rehearsal ${n}`, dob }];
  const parent = { name: `Rehearsal ${n}`, email: mailbox(n), phone: `+658${String(1_000_000 + n)}` };
  const ended = (got: Visit['got'], kept: string | null = null): Visit => ({
    got,
    answeredAt: since(),
    waitedMs: since() - arrived - (queuedMs ?? 0),
    queuedMs,
    checkoutMs: null,
    checkoutAt: null,
    failures,
    secret: kept,
  });
  const ask = () =>
    target.rpc('hold_order', {
      // The secret is the same each time, as in the browser, so that a repeated call returns the same order.
      p_order: {
        lines: [{ offer_id: camp.offerId, camp_id: camp.id, child: 0, expected_price_cents: null }],
        children: [{ dob }],
        previous_secret: null,
        secret,
        ...(ticket !== null && { ticket }),
      },
    });
  let hold = await ask();
  while (hold.code !== null && hold.code !== 'camp_full') {
    if (hold.code === 'queue_first' && queuedMs === null) {
      const joined = since();
      ticket = await queue(target, failures);
      queuedMs = since() - joined;
      hold = await ask();
      continue;
    }
    if (hold.code !== 'place_busy') failures.push(hold.code);
    if (failures.length >= TRIES || since() - arrived - (queuedMs ?? 0) > PATIENCE_MS)
      return ended('gave_up');
    await delay(hold.code === 'place_busy' ? BUSY_MS : AGAIN_MS);
    hold = await ask();
  }
  if (hold.code === 'camp_full') {
    const full = ended('full');
    if (takeMail()) {
      const entry = { camp_id: camp.id, offer_id: camp.offerId, parent, children };
      const joined = await target.rpc('join_waitlist', { p_entry: entry });
      if (joined.code) failures.push(joined.code);
    }
    return full;
  }
  const held = ended('spot', secret);
  const checkoutAt = since();
  const checkout = await payPage(target, hold, { secret, parent, children, failures });
  return { ...held, checkoutAt, checkoutMs: checkout ? since() - checkoutAt : null };
}

/** Waits in the queue for this parent's turn, and returns the ticket. After too many failures it returns null. */
async function queue(target: Target, failures: string[]): Promise<string | null> {
  let ticket: string | null = null;
  while (failures.length < TRIES) {
    const { code, body }: Answer =
      ticket === null
        ? await target.rpc('join_queue', {})
        : await target.rpc('queue_state', { p_ticket: ticket });
    if (typeof body['ticket'] === 'string') ticket = body['ticket'];
    if (code !== null) failures.push(code);
    else if (body['state'] === 'ended') ticket = null;
    else if (body['state'] !== 'waiting') return ticket;
    const isSoon = Number(body['wait_seconds']) <= QUEUE_SOON_SECONDS;
    await delay(isSoon ? QUEUE_SOON_MS : QUEUE_LATER_MS);
  }
  return null;
}

async function payPage(
  target: Target,
  hold: Answer,
  { failures, ...order }: { secret: string; parent: object; children: object[]; failures: string[] },
): Promise<boolean> {
  for (let n = 0; n < TRIES; n++) {
    const checkout = await target.call('create-checkout', {
      secret: order.secret,
      expected_total_cents: hold.body['total_cents'],
      details: {
        parent: order.parent,
        children: order.children,
        consents: { terms: true, activity: true },
      },
      success_path: '/camp-booking-success',
    });
    if (!checkout.code) return true;
    failures.push(checkout.code);
    await delay(AGAIN_MS);
  }
  return false;
}

/** Releases what the parents hold. Returns how many spots could not be released, which expire by themselves. */
export async function sendParentsHome(target: Target, visits: readonly Visit[]): Promise<number> {
  let left = 0;
  for (const { secret } of visits) {
    if (!secret) continue;
    const { code } = await target.call('release-order', { secret });
    if (code) left += 1;
  }
  return left;
}
