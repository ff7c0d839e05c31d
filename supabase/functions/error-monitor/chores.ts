import type { Deps } from '../_shared/server/deps.ts';
import { logFault } from '../_shared/server/log.ts';
import { drainOutbox } from '../_shared/server/outbox.ts';
import { sendRefunds } from '../_shared/server/refunds.ts';
import { reconcile } from './reconcile.ts';

type Needs = Pick<Deps, 'db' | 'stripe' | 'mail' | 'env'>;

/** In this order: a payment that was not heard of is settled before its hold is taken away. */
const chores: Record<string, (deps: Needs) => Promise<unknown>> = {
  reconcile: (deps) => reconcile(deps),
  release_holds: ({ db }) => db.rpc('release_lapsed_holds'),
  waitlist: ({ db }) => db.rpc('offer_waiting_places'),
  weekend_sessions: ({ db }) => db.rpc('ensure_next_weekend_funstart_sessions'),
  // Before the mails: one of them says that the money is on its way.
  refunds: (deps) => sendRefunds(deps),
  outbox: (deps) => drainOutbox(deps),
  books: ({ db }) => db.rpc('reconcile_hourly'),
};

export interface Report {
  status: 'ok' | 'failed';
  chores: Record<string, { ok: boolean; result?: unknown; ms: number }>;
}

/** Runs every chore; one that fails is reported and does not stop the others. */
export async function runChores(deps: Needs): Promise<Report> {
  const report: Report = { status: 'ok', chores: {} };
  for (const [name, run] of Object.entries(chores)) {
    const began = performance.now();
    const ms = () => Math.round(performance.now() - began);
    try {
      const result = await run(deps);
      report.chores[name] = { ok: true, result, ms: ms() };
    } catch (error) {
      logFault(`chore ${name}`, error);
      report.status = 'failed';
      report.chores[name] = { ok: false, ms: ms() };
    }
  }
  return report;
}
