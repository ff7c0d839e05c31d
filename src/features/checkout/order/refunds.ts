import type { OrderView } from '#contract/orders.ts';
import type { OfferTerms, RefundRule } from '#contract/quotes.ts';
import { addDays, today } from '../../../domain/dates.ts';

const HOUR_MS = 3_600_000;

export interface RefundStep {
  percent: number;
  /** ISO 8601; of a rule that counts from the payment the last day instead, in Singapore, to its end. */
  until: string;
  wholeDay: boolean;
  /** It is for what is unused of a pass of several sessions. */
  unused: boolean;
}

type Order = Pick<OrderView, 'lines' | 'server_time'>;

/**
 * What comes back until when, of the nearest thing in the order, were it paid today. The first rule that holds decides:
 * steps that are over, or end before an earlier one, are left out.
 */
export function refundSteps(order: Order, rules: OfferTerms['details']['refund_rules']): RefundStep[] {
  const starts = order.lines
    .flatMap(({ session, camp }) => Date.parse(session?.starts_at ?? camp?.starts_at ?? '') || [])
    .toSorted((one, other) => one - other)[0];
  let latest = Date.parse(order.server_time);
  return (rules ?? []).flatMap((rule) => {
    const step = stepOf(rule, order, starts);
    if (!step || step.ends <= latest) return [];
    latest = step.ends;
    return rule.percent > 0 ? [step.told] : [];
  });
}

function stepOf(
  rule: RefundRule,
  { lines, server_time }: Order,
  starts: number | undefined,
): { ends: number; told: RefundStep } | null {
  const { percent } = rule;
  if ('days_after_purchase' in rule) {
    const until = addDays(today(new Date(server_time)), rule.days_after_purchase);
    const unused = lines.some(({ sessions }) => sessions !== null && sessions > 1);
    return { ends: endOf(until), told: { percent, until, wholeDay: true, unused } };
  }
  if (starts === undefined) return null;
  const ends = starts - rule.hours_before * HOUR_MS;
  const until = new Date(ends).toISOString();
  return { ends, told: { percent, until, wholeDay: false, unused: false } };
}

/** Singapore's midnight after a day; it has no summer time. */
const endOf = (day: string) => Date.parse(`${addDays(day, 1)}T00:00:00+08:00`);
