import type { Deps } from '../_shared/server/deps.ts';
import { sendConversions } from '../_shared/server/conversion-sender.ts';
import { drainOutbox } from '../_shared/server/outbox.ts';
import { sendPhoneMessages } from '../_shared/server/phone/send-messages.ts';
import { sendWebhooks } from '../_shared/server/webhooks.ts';
import { sendRefunds } from '../_shared/server/refunds.ts';
import { withinRate } from '../_shared/server/rate.ts';
import { logFault, writeLog } from '../_shared/server/log.ts';
import { alerts } from './alerts.ts';
import { claimChore, finishChore } from './claims.ts';
import { dropPhotos } from './photos.ts';
import { purge } from './purge.ts';
import { rebuild } from './rebuild.ts';
import { reconcile } from './reconcile.ts';
import { reconcileInstalments } from './reconcile-instalments.ts';
import { reconcileRenewals } from './reconcile-renewals.ts';
import { releaseHolds } from './release-holds.ts';
import { sweepContent } from './sweep-content.ts';
import { sweepPayouts } from './sweep-payouts.ts';
import { sweepStripe } from './sweep-stripe.ts';

type Needs = Pick<
  Deps,
  | 'db'
  | 'stripe'
  | 'mail'
  | 'phones'
  | 'env'
  | 'lake'
  | 'now'
  | 'handOn'
  | 'background'
  | 'photos'
  | 'pictures'
  | 'campPhotos'
  | 'outgoing'
>;

/** Only the first call in every ten minutes purges. */
const PURGING = { limit: 1, seconds: 600 };

/** The order of the chores matters. For example, an unreported payment is confirmed before its hold is removed. */
const chores: Record<string, (deps: Needs) => Promise<unknown>> = {
  heartbeat: ({ db, now }) => db.rpc('record_heartbeat', { p_functions_at: now().toISOString() }),
  reconcile: (deps) => reconcile(deps),
  renewals: (deps) => reconcileRenewals(deps),
  release_holds: ({ db }) => releaseHolds(db),
  waitlist: ({ db }) => db.rpc('offer_waiting_places', {}),
  leads: ({ db }) => db.rpc('join_leads', {}),
  content_sweep: (deps) => sweepContent(deps),
  site: (deps) => rebuild(deps),
  weekend_sessions: ({ db }) => db.rpc('ensure_next_weekend_funstart_sessions', {}),
  later_weekends: ({ db }) => db.rpc('plan_weekends', {}),
  // Refunds come before the mails, because a mail says that the refund was sent.
  refunds: (deps) => sendRefunds(deps),
  stripe_sweep: (deps) => sweepStripe(deps),
  payouts_sweep: (deps) => sweepPayouts(deps),
  expiry_reminders: ({ db }) => db.rpc('queue_expiry_reminders', {}),
  session_reminders: ({ db }) => db.rpc('queue_session_reminders', {}),
  instalment_reminders: ({ db }) => db.rpc('queue_instalment_reminders', {}),
  // Paid instalments whose report was lost are recorded first, so that their bookings do not lapse.
  instalment_sessions: (deps) => reconcileInstalments(deps),
  lapsed_instalments: ({ db }) => db.rpc('lapse_instalments', {}),
  party_answers: ({ db }) => db.rpc('queue_party_answers', {}),
  handovers: ({ db }) => db.rpc('finish_handovers', {}),
  lost_links: ({ db }) => db.rpc('queue_lost_links', {}),
  messages: ({ db }) => db.rpc('queue_messages', {}),
  photo_mails: ({ db }) => db.rpc('queue_photo_mails', {}),
  // Credits come after the refunds, so that none is given for an order that is just being refunded.
  referrals: ({ db }) => db.rpc('settle_referrals', {}),
  review_requests: ({ db }) => db.rpc('queue_review_requests', {}),
  weekly_summary: ({ db }) => db.rpc('queue_weekly_summary', {}),
  // Phone messages come before the mails, because they are more urgent.
  phone_messages: (deps) => sendPhoneMessages(deps),
  alerts: (deps) => alerts(deps),
  outbox: (deps) => drainOutbox(deps),
  conversions: (deps) => sendConversions(deps),
  webhooks: (deps) => sendWebhooks(deps),
  counters: ({ db }) => db.rpc('drop_old_counters', {}),
  lost_mails: ({ db }) => db.rpc('report_lost_mails', {}),
  photos: (deps) => dropPhotos(deps),
  books: ({ db }) => db.rpc('reconcile_hourly', {}),
  purge: async ({ db }) => ((await withinRate(db, 'chore purge', PURGING)) ? await purge(db) : null),
};

interface Outcome {
  ok: boolean;
  result?: unknown;
  ms: number;
  /** Present if another caller runs the chore now. */
  busy?: true;
  /** The seconds since the last run, if that was too long ago. */
  late_seconds?: number;
}

export interface Report {
  status: 'ok' | 'failed';
  chores: Record<string, Outcome>;
}

/** Runs the chores. Two calls at the same time share them. If a chore fails, the others still run. */
export async function runChores(deps: Needs): Promise<Report> {
  const report: Report = { status: 'ok', chores: {} };
  for (const [name, run] of Object.entries(chores)) {
    const outcome = await runOne(name, run, deps);
    report.chores[name] = outcome;
    if (!outcome.ok) report.status = 'failed';
  }
  return report;
}

async function runOne(name: string, run: (deps: Needs) => Promise<unknown>, deps: Needs): Promise<Outcome> {
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  try {
    const { claim, late_seconds } = await claimChore(deps.db, name);
    if (claim === null) return { ok: true, busy: true, ms: ms() };
    const lateness = late_seconds === null ? {} : { late_seconds };
    if (late_seconds !== null) writeLog('warning', 'chore_late', { chore: name, seconds: late_seconds });
    try {
      const result = await run(deps);
      await finishChore(deps.db, name, { claim, ok: true, ms: ms() });
      return { ok: true, result, ms: ms(), ...lateness };
    } catch (error) {
      await finishChore(deps.db, name, { claim, ok: false, ms: ms() });
      throw error;
    }
  } catch (error) {
    logFault(`chore ${name}`, error);
    return { ok: false, ms: ms() };
  }
}
