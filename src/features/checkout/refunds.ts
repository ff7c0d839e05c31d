import type { OrderView } from '#contract/orders.ts';
import type { OfferTerms } from '#contract/quotes.ts';

const HOUR_MS = 3_600_000;

export interface RefundStep {
  percent: number;
  /** ISO 8601. */
  until: string;
}

/** What comes back until when, of the nearest thing in the order; steps that are over are left out. */
export function refundSteps(
  order: Pick<OrderView, 'lines' | 'server_time'>,
  rules: OfferTerms['details']['refund_rules'],
): RefundStep[] {
  const starts = order.lines
    .flatMap(({ session, camp }) => Date.parse(session?.starts_at ?? camp?.starts_at ?? '') || [])
    .toSorted((one, other) => one - other)[0];
  if (starts === undefined) return [];
  return (rules ?? [])
    .map(({ hours_before, percent }) => ({ percent, at: starts - hours_before * HOUR_MS }))
    .filter(({ percent, at }) => percent > 0 && at > Date.parse(order.server_time))
    .map(({ percent, at }) => ({ percent, until: new Date(at).toISOString() }));
}
