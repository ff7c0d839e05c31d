import type { DeskOrder } from '#contract/passes.ts';
import { paidCents } from '#domain/instalments.ts';
import { soldMessages } from './messages.ts';

export interface ReceiptRow {
  label: string;
  cents: number;
}

/**
 * Returns the rows that explain the difference between the listed prices and the amount paid: rebate, code and
 * transport.
 */
export function buildReceiptRows({ lines, code }: Pick<DeskOrder, 'lines' | 'code'>): ReceiptRow[] {
  const sum = (centsOf: (line: DeskOrder['lines'][number]) => number) =>
    lines.reduce((all, line) => all + centsOf(line), 0);
  return [
    { label: soldMessages.rebate, cents: -sum(({ rebate_cents }) => rebate_cents) },
    { label: soldMessages.discount(code), cents: -sum(({ discount_cents }) => discount_cents) },
    { label: soldMessages.transport, cents: sum(({ transport_cents }) => transport_cents) },
  ].filter(({ cents }) => cents !== 0);
}

/**
 * Returns whether the order was sold. It was not sold if the payment only has to be refunded, because the child had
 * already used a try-out (`private.refuse_used_try_out`). It was also not sold if only a part was paid and admins have
 * to decide.
 */
export const wasSold = ({
  status,
  outcome,
  lines,
}: Pick<DeskOrder, 'status' | 'outcome' | 'lines'>): boolean =>
  outcome !== 'under_review' &&
  (status !== 'paid_late' || outcome !== null || lines.some((line) => line.status !== 'cancelled'));

export const lineNote = ({
  status,
  had_before,
}: Pick<DeskOrder['lines'][number], 'status' | 'had_before'>): string | null =>
  had_before ? soldMessages.hadBefore : status === 'cancelled' ? soldMessages.cancelled : null;

/**
 * Returns what was received at the sale, in cents. If only a part of the price was paid, nothing was sold, and `isPart`
 * is true: there is no receipt yet, and `missing` is the rest.
 */
export function receivedMoney(
  order: Pick<DeskOrder, 'outcome' | 'received_cents' | 'total_cents' | 'instalments'>,
): { isPart: boolean; paid: number; missing: number } {
  const isPart = order.outcome === 'under_review';
  const paid = isPart ? order.received_cents : paidCents(order);
  return { isPart, paid, missing: isPart ? order.total_cents - paid : 0 };
}
