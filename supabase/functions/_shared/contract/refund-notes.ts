import { formatMoment, formatMoney } from './format.ts';
import type { RefundSteps } from './refund-steps.ts';

interface Line {
  refund_steps?: RefundSteps | null | undefined;
  refund_starts_at?: string | null | undefined;
  camp?: unknown;
  unpaid_cents?: number | undefined;
}

/** The note next to the refunds of a deposit, before the deposit is paid. */
export const depositNote = 'This applies to the deposit alone. Once you pay more, you get more back.';

/** Returns notes about the refund rows. They say from which start the rows count after a move, and what is deducted. */
export function refundNotes({ refund_steps, refund_starts_at, camp, unpaid_cents = 0 }: Line): string[] {
  const notes = [];
  const day = refund_starts_at && formatMoment(refund_starts_at).replace(/, .*/, '');
  if (day)
    notes.push(
      camp
        ? `This is counted from your first week, ${day}, because you changed the date.`
        : `This is counted from your first class, ${day}, because you moved or cancelled it.`,
    );
  const reclaimed = refund_steps?.[0]?.clawback_cents ?? 0;
  if (reclaimed > 0)
    notes.push(
      `This is ${formatMoney(reclaimed)} less than you paid for it, because a sibling rebate or code on the bookings you keep depends on this spot.`,
    );
  if (unpaid_cents > 0)
    notes.push(
      `This applies to what you have paid so far: ${formatMoney(unpaid_cents)} of the price is not paid yet.`,
    );
  return notes;
}
