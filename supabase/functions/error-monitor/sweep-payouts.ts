import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { logFault } from '../_shared/server/log.ts';
import { isUnreachable, isRefusedByStripe } from '../_shared/server/payments.ts';
import { recordPayout, saveTransactions } from '../_shared/server/payouts.ts';

type Needs = Pick<Deps, 'db' | 'stripe'>;

const NAME = 'payouts';
const PAGE = 100;
/** The time for one call. Other chores follow in the same call, so the next call continues. */
const BUDGET_MS = 4_000;

const Claimed = v.object({ due: v.boolean(), position: v.nullable(v.string()) });
const Start = v.object({ since: v.number() });

const Position = v.object({
  /** Seconds since 1970. Older objects are not read. */
  since: v.number(),
  list: v.picklist(['transactions', 'payouts']),
  after: v.nullable(v.string()),
  /** The payout whose transactions are being read. `part` is the last transaction that was read. */
  payout: v.nullable(v.string()),
  part: v.nullable(v.string()),
});
type Position = v.InferOutput<typeof Position>;

interface Step {
  checked: { subject: string; problem: string | null }[];
  next: Position | null;
}

/**
 * Reads payouts once an hour, in case a webhook was lost. Each page is saved with its position, where the next call
 * continues.
 */
export async function sweepPayouts(
  deps: Needs,
): Promise<{ checked: number; failed: number; done: boolean } | null> {
  const { due, position } = v.parse(Claimed, await deps.db.rpc('claim_sweep', { p_name: NAME }));
  if (!due) return null;
  const began = performance.now();
  const count = { checked: 0, failed: 0 };
  let current: Position | null = position === null ? await start(deps) : readPosition(position);
  while (current !== null) {
    const { checked, next } = await stepOrRestart(deps, current);
    await deps.db.rpc('save_sweep', {
      p_name: NAME,
      p_position: next && JSON.stringify(next),
      p_checked: checked,
    });
    count.checked += checked.length;
    count.failed += checked.filter(({ problem }) => problem !== null).length;
    current = next;
    if (performance.now() - began > BUDGET_MS) break;
  }
  return { ...count, done: current === null };
}

async function start({ db }: Needs): Promise<Position> {
  const { since } = v.parse(Start, await db.rpc('get_payout_sweep_start', {}));
  return { since, list: 'transactions', after: null, payout: null, part: null };
}

const readPosition = (text: string): Position => v.parse(Position, JSON.parse(text));

/**
 * Reads the next page. If Stripe does not know the position, for example because it is from another account, the sweep
 * starts again, so that it does not stop for ever.
 */
async function stepOrRestart(deps: Needs, position: Position): Promise<Step> {
  try {
    return await step(deps, position);
  } catch (error) {
    if (position.after === null || !isRefusedByStripe(error)) throw error;
    logFault('sweep position', error);
    return { checked: [], next: await start(deps) };
  }
}

async function step(deps: Needs, position: Position): Promise<Step> {
  if (position.payout !== null) return await readParts(deps, position, position.payout);
  if (position.list === 'transactions') {
    const { checked, next } = await saveTransactions(deps, { since: position.since }, position.after);
    return {
      checked,
      next: next === null ? { ...position, list: 'payouts', after: null } : { ...position, after: next },
    };
  }
  return await readPayouts(deps, position);
}

async function readPayouts(deps: Needs, position: Position): Promise<Step> {
  const checked: Step['checked'] = [];
  const checkedAt = new Date();
  const { data, has_more } = await deps.stripe.payouts.list({
    created: { gte: position.since },
    limit: PAGE,
    ...(position.after !== null && { starting_after: position.after }),
  });
  for (const payout of data) {
    const { problem, areDue } = await savePayout(deps, payout, checkedAt);
    checked.push({ subject: payout.id, problem });
    if (areDue) return { checked, next: { ...position, after: payout.id, payout: payout.id, part: null } };
  }
  const last = data.at(-1)?.id;
  return { checked, next: has_more && last !== undefined ? { ...position, after: last } : null };
}

async function savePayout(deps: Needs, payout: Stripe.Payout, checkedAt: Date) {
  try {
    return { problem: null, areDue: await recordPayout(deps, payout, checkedAt) };
  } catch (error) {
    return { problem: problemOf(payout.id, error), areDue: false };
  }
}

async function readParts(deps: Needs, position: Position, payout: string): Promise<Step> {
  const nextPosition = { ...position, payout: null, part: null };
  try {
    const { checked, next } = await saveTransactions(deps, { payout }, position.part);
    return { checked, next: next === null ? nextPosition : { ...position, part: next } };
  } catch (error) {
    return {
      checked: [{ subject: `parts of ${payout}`, problem: problemOf(payout, error) }],
      next: nextPosition,
    };
  }
}

/**
 * Returns the problem with an object. Throws if Stripe does not answer, because all further calls would wait as long.
 */
function problemOf(id: string, error: unknown): string {
  if (isUnreachable(error)) throw error;
  logFault(`sweep ${id}`, error);
  return error instanceof Error ? error.message : String(error);
}
