import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { noteDispute } from '../_shared/server/disputes.ts';
import { logFault } from '../_shared/server/log.ts';
import { idOf, isUnreachable } from '../_shared/server/payments.ts';
import { noteRefund, noteRefundsOf } from '../_shared/server/refunds.ts';
import { stripeEvents } from '../_shared/server/stripe-events.ts';

type Needs = Pick<Deps, 'db' | 'stripe'>;

const NAME = 'stripe';
const DAYS = 7;
const PAGE = 25;
/** The time for one call. Other chores follow in the same call, so the next call continues. */
const BUDGET_MS = 4_000;

const Claimed = v.object({ due: v.boolean(), position: v.nullable(v.string()) });

/** Events that report the progress of a refund or a dispute. They may be of any age. */
const types = stripeEvents.filter((type) => /^(refund\.|charge\.refund|charge\.dispute\.)/.test(type));

interface FoundPayment {
  id: string;
  note: () => Promise<unknown>;
}
interface Page {
  found: FoundPayment[];
  hasMore: boolean;
}

const lists = {
  refunds: async ({ db, stripe }: Needs, query: Stripe.RefundListParams): Promise<Page> => {
    const { data, has_more } = await stripe.refunds.list(query);
    return {
      found: data.map((refund) => ({ id: refund.id, note: () => noteRefund({ db, stripe }, refund) })),
      hasMore: has_more,
    };
  },
  disputes: async (deps: Needs, query: Stripe.DisputeListParams): Promise<Page> => {
    const { data, has_more } = await deps.stripe.disputes.list(query);
    return { found: data.map(({ id }) => ({ id, note: () => noteDispute(deps, id) })), hasMore: has_more };
  },
  events: async (deps: Needs, query: Stripe.EventListParams): Promise<Page> => {
    const { data, has_more } = await deps.stripe.events.list({ ...query, types, delivery_success: false });
    return {
      found: data.map((event) => ({ id: event.id, note: () => noteEvent(deps, event) })),
      hasMore: has_more,
    };
  },
};
type Part = keyof typeof lists;
const parts = Object.keys(lists) as Part[];

/**
 * Checks Stripe once an hour, in case a webhook was lost. A failure is shown to staff and does not stop the other
 * checks.
 */
export async function sweepStripe(
  deps: Needs,
): Promise<{ checked: number; failed: number; done: boolean } | null> {
  const { due, position } = v.parse(Claimed, await deps.db.rpc('claim_sweep', { p_name: NAME }));
  if (!due) return null;
  const began = performance.now();
  const checked: { subject: string; problem: string | null }[] = [];
  const outcome = (done: boolean) => ({
    checked: checked.length,
    failed: checked.filter(({ problem }) => problem !== null).length,
    done,
  });
  let savedPosition: string | null = position;
  try {
    for await (const { part, id, note } of findAll(deps, savedPosition)) {
      checked.push({ subject: id, problem: await problemOf(id, note) });
      savedPosition = `${part}:${id}`;
      if (performance.now() - began > BUDGET_MS) return outcome(false);
    }
    savedPosition = null;
    return outcome(true);
  } finally {
    await deps.db.rpc('save_sweep', { p_name: NAME, p_position: savedPosition, p_checked: checked });
  }
}

/**
 * Saves one refund, dispute or event. Returns the error if that fails, otherwise null. Throws if Stripe does not
 * answer, because each further call would wait as long.
 */
async function problemOf(id: string, note: () => Promise<unknown>): Promise<string | null> {
  try {
    await note();
    return null;
  } catch (error) {
    if (isUnreachable(error)) throw error;
    logFault(`sweep ${id}`, error);
    return error instanceof Error ? error.message : String(error);
  }
}

async function* findAll(deps: Needs, position: string | null): AsyncGenerator<FoundPayment & { part: Part }> {
  const [lastPart, lastId] = position?.split(':') ?? [];
  const first = Math.max(
    0,
    parts.findIndex((part) => part === lastPart),
  );
  const created = { gte: Math.floor(Date.now() / 1000) - DAYS * 24 * 60 * 60 };
  for (const part of parts.slice(first)) {
    let lastSeenId = part === lastPart ? lastId : undefined;
    for (;;) {
      const query = { created, limit: PAGE, ...(lastSeenId !== undefined && { starting_after: lastSeenId }) };
      const { found, hasMore } = await lists[part](deps, query);
      for (const one of found) yield { ...one, part };
      lastSeenId = found.at(-1)?.id;
      if (!hasMore || lastSeenId === undefined) break;
    }
  }
}

/** Reads the current state from Stripe, because the event is old and may be outdated. */
async function noteEvent(deps: Needs, event: Stripe.Event): Promise<unknown> {
  const { object } = event.data;
  if (!('object' in object)) return null;
  if (object.object === 'refund') return noteRefund(deps, await deps.stripe.refunds.retrieve(object.id));
  if (object.object === 'dispute') return noteDispute(deps, object.id);
  if (object.object === 'charge') return noteRefundsOf(deps, { charge: idOf(object.id) ?? '' });
  return null;
}
