// Turns what a rehearsal measured into a report, and into advice on what to change before the sale.
import type { Camp, Plan, Visit } from './parents.ts';

export interface Observations {
  camp: Camp;
  plan: Plan;
  visits: Visit[];
  /** Spots of this camp that were held at the same time, counted by the database. */
  heldAtMost: number;
  connectionsAtMost: number;
  connectionsMax: number;
  /** The value of settings.outbox_per_second. */
  mailsPerSecond: number;
  /**
   * Tickets of the queue that were admitted before an earlier one, and the most that were admitted within a minute.
   * Null if nobody queued.
   */
  queue: { overtaken: number; most: number } | null;
}

/**
 * The limits on Stripe's page "Rate limits", read on 30 November 2026, in calls per second to one endpoint and to all
 * endpoints in live mode.
 */
const STRIPE = { endpointPerSecond: 25, allPerSecond: 100 };
/**
 * The limit on Resend's page "Usage limits", read on 30 November 2026, in calls per second, for an account that has not
 * asked for more.
 */
const RESEND_PER_SECOND = 5;

/** How long parents wait for an answer and for a mail without becoming impatient. */
const ANSWER_MS = 2_000;
const MAIL_MINUTES = 10;

export const percentileOf = (values: readonly number[], share: number): number | null =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? null;

const seconds = (ms: number | null) => (ms === null ? 'unknown' : `${(ms / 1_000).toFixed(1)} s`);
const percent = (share: number) => `${Math.round(share * 100)}%`;

/** Returns the largest number of these moments (ms) within one second. */
export function busiestSecond(moments: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const moment of moments) {
    const second = Math.floor(moment / 1_000);
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

const of = (visits: readonly Visit[], got: Visit['got']) => visits.filter((visit) => visit.got === got);

export function findings({
  camp,
  plan,
  visits,
  connectionsAtMost,
  connectionsMax,
  ...rest
}: Observations): string[] {
  const withSpot = of(visits, 'spot');
  const full = of(visits, 'full');
  const waits = visits.map(({ waitedMs }) => waitedMs);
  const soldOutAt = full.length > 0 ? Math.max(...withSpot.map(({ answeredAt }) => answeredAt)) : null;
  const checkouts = withSpot.flatMap(({ checkoutAt }) => (checkoutAt === null ? [] : [checkoutAt]));
  const took = withSpot.flatMap(({ checkoutMs }) => (checkoutMs === null ? [] : [checkoutMs]));
  const mails = mailsOf(rest.mailsPerSecond, visits);
  return [
    `${camp.name}, ${camp.capacity} spots: ${plan.parents} parents within ${plan.withinSeconds} s`,
    soldOutAt === null ? 'It did not sell out.' : `It was sold out after ${seconds(soldOutAt)}.`,
    `${withSpot.length} held a spot, ${full.length} were told that it is full, ${of(visits, 'gave_up').length} gave up.`,
    `Parents waited ${seconds(percentileOf(waits, 0.5))} in the middle, ${seconds(percentileOf(waits, 0.95))} at the 95th percentile, ${seconds(percentileOf(waits, 1))} at most.`,
    `Stripe's page opened after ${seconds(percentileOf(took, 0.5))} in the middle, ${seconds(percentileOf(took, 0.95))} at the 95th percentile; at most ${busiestSecond(checkouts)} sessions a second.`,
    `The database had at most ${connectionsAtMost} of ${connectionsMax} connections open.`,
    `Mails to ${visits.length} parents take ${mails.minutes.toFixed(1)} minutes at ${rest.mailsPerSecond} a second.`,
    ...(rest.queue ? queued(rest.queue, visits) : queueOf(visits)),
    ...failures(visits),
  ];
}

/**
 * The queue admits this share of the families that can be served, so that there is room for slow moments and retries.
 */
const QUEUE_SHARE = 0.6;

function queued({ overtaken, most }: NonNullable<Observations['queue']>, visits: readonly Visit[]): string[] {
  const waits = visits.flatMap(({ queuedMs }) => (queuedMs === null ? [] : [queuedMs]));
  return [
    `${waits.length} parents queued: they waited ${seconds(percentileOf(waits, 0.5))} in the middle, ${seconds(percentileOf(waits, 1))} at most. Within a minute at most ${most} were admitted, and ${overtaken} before somebody who had come earlier.`,
  ];
}

/** Says how many families the queue may admit. That is unknown if nobody got an answer. */
function queueOf(visits: readonly Visit[]): string[] {
  const answered = visits.filter(({ got }) => got !== 'gave_up');
  if (answered.length === 0) return [];
  const lastMs = Math.max(...answered.map(({ answeredAt }) => answeredAt));
  const servedPerMinute = Math.floor((answered.length * 60_000) / Math.max(lastMs, 1_000));
  const most = Math.min(servedPerMinute, STRIPE.endpointPerSecond * 60);
  return [
    `${servedPerMinute} parents a minute were served, and Stripe opens ${STRIPE.endpointPerSecond * 60} pages a minute: switch queue_enabled on, and set queue_above_per_minute and queue_admits_per_minute to ${Math.max(1, Math.floor(most * QUEUE_SHARE))}.`,
  ];
}

const mailsOf = (perSecond: number, visits: readonly Visit[]) => ({
  minutes: visits.length / perSecond / 60,
  wantedPerSecond: Math.ceil(visits.length / (MAIL_MINUTES * 60)),
});

function failures(visits: readonly Visit[]): string[] {
  const counts = new Map<string, number>();
  for (const code of visits.flatMap((visit) => visit.failures)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([code, count]) => `${count} calls failed with ${code}.`);
}

/** Returns what to change before the sale. The list is empty if nothing needs to change. */
export function advice({ camp, visits, heldAtMost, ...observed }: Observations): string[] {
  const wait = percentileOf(
    visits.map(({ waitedMs }) => waitedMs),
    0.95,
  );
  const mails = mailsOf(observed.mailsPerSecond, visits);
  const share = observed.connectionsAtMost / observed.connectionsMax;
  const gaveUp = of(visits, 'gave_up').length;
  const withSpot = of(visits, 'spot');
  const unpaid = withSpot.filter(({ checkoutMs }) => checkoutMs === null).length;
  const sessions = busiestSecond(
    withSpot.flatMap(({ checkoutAt }) => (checkoutAt === null ? [] : [checkoutAt])),
  );
  const has = (code: string) => visits.some((visit) => visit.failures.includes(code));
  return [
    heldAtMost > camp.capacity &&
      `STOP: ${heldAtMost} spots were held, and the camp has ${camp.capacity}. Do not open the sale.`,
    observed.queue !== null &&
      observed.queue.overtaken > 0 &&
      `STOP: ${observed.queue.overtaken} parents were admitted before somebody who had come earlier. Switch the queue off for the sale.`,
    observed.queue !== null &&
      observed.queue.most > (observed.plan.admitsPerMinute ?? 0) &&
      `STOP: ${observed.queue.most} parents were admitted within a minute, and queue_admits_per_minute was ${observed.plan.admitsPerMinute}.`,
    gaveUp > 0 && `${gaveUp} parents had no answer at all. Find out why before the sale.`,
    wait !== null &&
      wait > ANSWER_MS &&
      `Choose the next larger compute size: a parent waits ${seconds(wait)} for an answer (95th percentile), and ${seconds(ANSWER_MS)} is enough.`,
    share > 0.6 && `Choose a compute size with more connections: ${percent(share)} of them were open.`,
    has('rate_limited') &&
      'Raise the limits in rate_rules: even with raised limits, parents met rate_limited.',
    has('gateway') &&
      'Look at the gateway: calls failed without an answer of ours (see the log of the API in the dashboard).',
    unpaid > 0 && `${unpaid} parents with a spot did not reach Stripe's page.`,
    sessions > STRIPE.endpointPerSecond &&
      `Ask Stripe for more than ${STRIPE.endpointPerSecond} calls a second to one endpoint, six weeks before the sale: up to ${sessions} sessions a second were asked for.`,
    mails.minutes > MAIL_MINUTES &&
      `Set outbox_per_second to ${mails.wantedPerSecond}, so that all mails leave within ${MAIL_MINUTES} minutes.${
        mails.wantedPerSecond > RESEND_PER_SECOND
          ? ` Ask Resend for as many first: without asking it takes ${RESEND_PER_SECOND}.`
          : ''
      }`,
  ].filter((line) => line !== false);
}
