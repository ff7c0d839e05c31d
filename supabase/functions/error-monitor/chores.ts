import type { Deps } from '../_shared/server/deps.ts';
import { logFault } from '../_shared/server/log.ts';
import { drainOutbox } from '../_shared/server/outbox.ts';
import { sendRefunds } from '../_shared/server/refunds.ts';
import { withinRate } from '../_shared/server/rate.ts';
import { dropPhotos } from './photos.ts';
import { purge } from './purge.ts';
import { rebuild } from './rebuild.ts';
import { reconcile } from './reconcile.ts';
import { reconcileRenewals } from './reconcile-renewals.ts';

type Needs = Pick<Deps, 'db' | 'stripe' | 'mail' | 'env' | 'photos'>;

/** The first of ten minutes' calls does it. */
const PURGING = { limit: 1, seconds: 600 };

/** In this order: a payment that was not heard of is settled before its hold is taken away. */
const chores: Record<string, (deps: Needs) => Promise<unknown>> = {
  reconcile: (deps) => reconcile(deps),
  renewals: (deps) => reconcileRenewals(deps),
  release_holds: ({ db }) => db.rpc('release_lapsed_holds', {}),
  waitlist: ({ db }) => db.rpc('offer_waiting_places', {}),
  site: (deps) => rebuild(deps),
  weekend_sessions: ({ db }) => db.rpc('ensure_next_weekend_funstart_sessions', {}),
  later_weekends: ({ db }) => db.rpc('plan_weekends', {}),
  // Before the mails: one of them says that the money is on its way.
  refunds: (deps) => sendRefunds(deps),
  expiry_reminders: ({ db }) => db.rpc('queue_expiry_reminders', {}),
  session_reminders: ({ db }) => db.rpc('queue_session_reminders', {}),
  party_answers: ({ db }) => db.rpc('queue_party_answers', {}),
  lost_links: ({ db }) => db.rpc('queue_lost_links', {}),
  outbox: (deps) => drainOutbox(deps),
  lost_mails: ({ db }) => db.rpc('report_lost_mails', {}),
  photos: (deps) => dropPhotos(deps),
  books: ({ db }) => db.rpc('reconcile_hourly', {}),
  purge: async ({ db }) => ((await withinRate(db, 'chore purge', PURGING)) ? await purge(db) : null),
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
