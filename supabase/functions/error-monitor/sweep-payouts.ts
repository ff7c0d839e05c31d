import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { logFault } from '../_shared/server/log.ts';
import { isAway, isRefusedByStripe } from '../_shared/server/payments.ts';
import { recordPayout, saveTransactions } from '../_shared/server/payouts.ts';

type Needs = Pick<Deps, 'db' | 'stripe'>;

const NAME = 'payouts';
const PAGE = 100;
/** Other chores follow in the same call, so the next call continues. */
const BUDGET_MS = 4_000;

const Claimed = v.object({ due: v.boolean(), position: v.nullable(v.string()) });
const Start = v.object({ since: v.number() });

const Position = v.object({
  /** Seconds since 1970. Older objects are not read. */
  since: v.number(),
  list: v.picklist(['transactions', 'payouts']),
  after: v.nullable(v.string()),
  /** The payout whose transactions are being read, and the last of them. */
  payout: v.nullable(v.string()),
  part: v.nullable(v.string()),
});
type Position = v.InferOutput<typeof Position>;

interface Step {
  checked: { subject: string; problem: string | null }[];
  next: Position | null;
}

/**
 * Runs once an hour, in case a webhook was lost. Each page is saved with its position, where the next call continues.
 */
export async function sweepPayouts(
  deps: Needs,
): Promise<{ checked: number; failed: number; done: boolean } | null> {
  const { due, position } = v.parse(Claimed, await deps.db.rpc('claim_sweep', { p_name: NAME }));
  if (!due) return null;
  const began = performance.now();
  const count = { checked: 0, failed: 0 };
  let at: Position | null = position === null ? await start(deps) : readPosition(position);
  while (at !== null) {
    const { checked, next } = await stepOrRestart(deps, at);
    await deps.db.rpc('save_sweep', {
      p_name: NAME,
      p_position: next && JSON.stringify(next),
      p_checked: checked,
    });
    count.checked += checked.length;
    count.failed += checked.filter(({ problem }) => problem !== null).length;
    at = next;
    if (performance.now() - began > BUDGET_MS) break;
  }
  return { ...count, done: at === null };
}

async function start({ db }: Needs): Promise<Position> {
  const { since } = v.parse(Start, await db.rpc('get_payout_sweep_start', {}));
  return { since, list: 'transactions', after: null, payout: null, part: null };
}

const readPosition = (text: string): Position => v.parse(Position, JSON.parse(text));

/** A position that Stripe does not know, for example from another account, must not stop the sweep for ever. */
async function stepOrRestart(deps: Needs, at: Position): Promise<Step> {
  try {
    return await step(deps, at);
  } catch (error) {
    if (at.after === null || !isRefusedByStripe(error)) throw error;
    logFault('sweep position', error);
    return { checked: [], next: await start(deps) };
  }
}

async function step(deps: Needs, at: Position): Promise<Step> {
  if (at.payout !== null) return await readParts(deps, at, at.payout);
  if (at.list === 'transactions') {
    const { checked, next } = await saveTransactions(deps, { since: at.since }, at.after);
    return {
      checked,
      next: next === null ? { ...at, list: 'payouts', after: null } : { ...at, after: next },
    };
  }
  return await readPayouts(deps, at);
}

async function readPayouts(deps: Needs, at: Position): Promise<Step> {
  const checked: Step['checked'] = [];
  const checkedAt = new Date();
  const { data, has_more } = await deps.stripe.payouts.list({
    created: { gte: at.since },
    limit: PAGE,
    ...(at.after !== null && { starting_after: at.after }),
  });
  for (const payout of data) {
    const { problem, areDue } = await savePayout(deps, payout, checkedAt);
    checked.push({ subject: payout.id, problem });
    if (areDue) return { checked, next: { ...at, after: payout.id, payout: payout.id, part: null } };
  }
  const last = data.at(-1)?.id;
  return { checked, next: has_more && last !== undefined ? { ...at, after: last } : null };
}

async function savePayout(deps: Needs, payout: Stripe.Payout, checkedAt: Date) {
  try {
    return { problem: null, areDue: await recordPayout(deps, payout, checkedAt) };
  } catch (error) {
    return { problem: problemOf(payout.id, error), areDue: false };
  }
}

async function readParts(deps: Needs, at: Position, payout: string): Promise<Step> {
  const behind = { ...at, payout: null, part: null };
  try {
    const { checked, next } = await saveTransactions(deps, { payout }, at.part);
    return { checked, next: next === null ? behind : { ...at, part: next } };
  } catch (error) {
    return { checked: [{ subject: `parts of ${payout}`, problem: problemOf(payout, error) }], next: behind };
  }
}

/** Throws when Stripe does not answer, because all others would wait as long. */
function problemOf(id: string, error: unknown): string {
  if (isAway(error)) throw error;
  logFault(`sweep ${id}`, error);
  return error instanceof Error ? error.message : String(error);
}
