import type { ManagedOrder } from '#contract/after-sale.ts';
import { formatMoment } from './dates.ts';
import { formatMoney } from './money.ts';

type ManagedLine = ManagedOrder['lines'][number];

const nameOf = (name: string | null) => name ?? 'this family';

/** Sentences for staff who open a family's booking. None of them is also for the family. */
export const actingMessages = {
  bar: (name: string | null) => `You are acting for ${nameOf(name)}`,
  logged: 'What you do here is logged under your name.',
  title: (name: string | null) => `${name ?? 'This family'}’s booking`,
  lead: 'What the family can still do under the rules of this booking. Staff can do more from the order, if they give a reason.',
  order: 'Open the order',
  receipt: 'Open the family’s receipt',
  states: {
    open: 'Not paid',
    placed: 'Booked',
    needs_choice: 'The family must choose',
    credit: 'Credit for another date',
    cancelled: 'Cancelled',
  } satisfies Record<ManagedLine['status'], string>,
  refund: ({ can }: ManagedLine): string =>
    can.cancel === null
      ? 'The family can no longer cancel it.'
      : can.cancel.refund_cents > 0
        ? `If the family cancels now, ${formatMoney(can.cancel.refund_cents)} is refunded the way it was paid.`
        : 'If the family cancels now, nothing is refunded.',
  move: ({ can }: ManagedLine): string =>
    can.move !== null
      ? can.move.until
        ? `The family can move it until ${formatMoment(can.move.until)}. Later, staff move it on the schedule.`
        : 'The family can move it.'
      : can.move_over
        ? 'It is too late for the family to move it. Staff can still move it on the schedule.'
        : 'The family can’t move it.',
  schedule: 'Open on the schedule',
  show: 'Show the family’s page',
  hide: 'Hide the family’s page',
  frame: (name: string | null) =>
    `Below is the page that ${nameOf(name)} reads. “You” and “your” mean ${nameOf(name)}, not you. Any button you press there changes their booking.`,
} as const;
