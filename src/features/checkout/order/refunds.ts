import type { OrderView } from '#contract/orders.ts';
import type { OfferTerms, RefundRule } from '#contract/quotes.ts';
import type { RefundStep } from '#contract/refund-steps.ts';
import { addDays, momentOf, today } from '../../../domain/dates.ts';

const HOUR_MS = 3_600_000;

type Order = Pick<OrderView, 'lines' | 'server_time'>;

/**
 * What comes back until when, of the nearest thing in the order, were it paid today: as `refund_steps` in SQL says it
 * afterwards, of all lines together. The first rule that holds decides: steps that are over, or end before an earlier
 * one, are left out. None where nothing comes back.
 */
export function refundSteps(order: Order, rules: OfferTerms['details']['refund_rules']): RefundStep[] {
  const starts = order.lines
    .flatMap(({ session, camp }) => Date.parse(session?.starts_at ?? camp?.starts_at ?? '') || [])
    .toSorted((one, other) => one - other)[0];
  let latest = Date.parse(order.server_time);
  const steps = (rules ?? []).flatMap((rule): RefundStep[] => {
    const ends = endOf(rule, order.server_time, starts);
    if (ends === undefined || ends <= latest) return [];
    latest = ends;
    const refund_cents = order.lines.reduce(
      // Each line by itself, as SQL rounds it.
      (sum, line) => sum + Math.round((line.total_cents * rule.percent) / 100),
      0,
    );
    if (refund_cents === 0) return [];
    const unused =
      'days_after_purchase' in rule && order.lines.some(({ sessions }) => sessions !== null && sessions > 1);
    return [{ refund_cents, until: new Date(ends).toISOString(), ...(unused && { unused }) }];
  });
  return steps.length > 0 ? [...steps, { refund_cents: 0, until: null }] : [];
}

/** The last moment at which a rule holds; undefined where it counts to a beginning that there is not. */
function endOf(rule: RefundRule, paidAt: string, starts: number | undefined): number | undefined {
  if (!('days_after_purchase' in rule)) return starts && starts - rule.hours_before * HOUR_MS;
  const last = addDays(today(new Date(paidAt)), rule.days_after_purchase);
  return Date.parse(momentOf(addDays(last, 1), '00:00'));
}
