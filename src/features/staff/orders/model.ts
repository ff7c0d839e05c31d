import type { OrderDetails, StaffRefundReason } from '#contract/management-orders.ts';
import { formatDays } from '#contract/format.ts';
import { longPlaceWords, placeMessage } from '#contract/place-words.ts';
import { toCents, toDollars } from '#domain/money.ts';

export type Line = OrderDetails['managed']['lines'][number];

/** What is refunded: one line, by its id, or the whole order. */
export type Subject = { lineId: string } | { all: true };

export interface RefundDraft {
  /** `goes`: the place is cancelled by its rules; `keeps`: it is unchanged. */
  place: 'keeps' | 'goes';
  /** Dollars, as typed. */
  amount: string;
  reason: StaffRefundReason;
}

export interface Terms {
  /** Refund by the rules of the sale, in cents; null if it can no longer be cancelled. */
  byRules: number | null;
  /** Largest possible refund in cents, regardless of the rules. */
  most: number;
  /** Ids of the lines that are cancelled together. */
  lineIds: string[];
  endsRenewal: boolean;
}

/** An open form. It keeps the amounts that it was opened with, until somebody is told that they have changed. */
export interface RefundForm {
  /** Sending again with the same key makes one refund. */
  key: string;
  subject: Subject;
  terms: Terms;
  /** How many refunds the order had when the form was opened. */
  refundCount: number;
  draft: RefundDraft;
}

export const lineOf = ({ managed }: OrderDetails, subject: Subject): Line | undefined =>
  'lineId' in subject ? managed.lines.find(({ line_id }) => line_id === subject.lineId) : undefined;

/** The terms by the order's current state; they are calculated again whenever it is read. */
export function termsOf(details: OrderDetails, subject: Subject): Terms {
  const { managed, left, left_of_order } = details;
  const line = lineOf(details, subject);
  const lines = line ? [line] : 'lineId' in subject ? [] : managed.lines;
  const open = lines.filter(({ can }) => can.cancel !== null);
  const most = 'lineId' in subject ? (left[subject.lineId] ?? 0) : left_of_order;
  const byRules =
    'lineId' in subject
      ? (line?.can.cancel?.refund_cents ?? null)
      : open.length === 0
        ? null
        : (managed.cancel_all?.refund_cents ?? null);
  return {
    byRules,
    most,
    lineIds: open.map(({ line_id }) => line_id),
    endsRenewal: open.some(({ can }) => can.cancel?.ends_renewal === true),
  };
}

/**
 * A form that was just opened, or opened again after the order changed. Typed values stay if they are still allowed.
 */
export function openForm(details: OrderDetails, subject: Subject, before?: RefundForm): RefundForm {
  const terms = termsOf(details, subject);
  const draft: RefundDraft = before?.draft ?? {
    place: 'keeps',
    amount: dollarsOf(terms.most),
    reason: 'goodwill',
  };
  const isGone = draft.place === 'goes' && terms.byRules === null;
  return {
    key: crypto.randomUUID(),
    subject,
    terms,
    refundCount: details.refunds.length,
    draft: isGone ? { ...draft, place: 'keeps', amount: beyond(draft, before?.terms.byRules ?? 0) } : draft,
  };
}

/** The amount beyond the refund rules, in dollars; the rules' part has already been refunded with the place. */
function beyond({ amount }: RefundDraft, byRules: number): string {
  const cents = centsOf(amount);
  return cents === null ? amount : dollarsOf(Math.max(0, cents - byRules));
}

/** Converts typed dollars, "20" or "20.50", to cents; null if it is not an amount. */
export function centsOf(typed: string): number | null {
  const text = typed.trim().replace(/^S?\$/, '');
  return /^\d{1,6}(\.\d{1,2})?$/.test(text) ? toCents(Number(text)) : null;
}

export const dollarsOf = (cents: number): string => toDollars(cents).toFixed(cents % 100 === 0 ? 0 : 2);

export type AmountFault = 'no_amount' | 'too_much' | 'below_rules';
/** The error of an amount; null if it is allowed. */
export function amountFault({ amount, place }: RefundDraft, { byRules, most }: Terms): AmountFault | null {
  const cents = centsOf(amount);
  if (cents === null) return 'no_amount';
  if (cents > most) return 'too_much';
  if (place === 'keeps') return cents === 0 ? 'no_amount' : null;
  // The family is entitled to the refund of the rules at the sale.
  return cents < (byRules ?? 0) ? 'below_rules' : null;
}

/** Returns "Sat 28 Nov 2026" or "Mon 7 – Wed 9 Dec 2026"; null without a date. */
export function dayOf({ session, camp }: Line): string | null {
  if (camp) return formatDays(camp.start_date, camp.end_date);
  return session ? formatDays(session.session_date, session.session_date) : null;
}

const lineIn = (line: Line, place: string): string =>
  [line.child_name, place || line.title].filter(Boolean).join(', ');
/** Returns `Bella Rahman, Spark Camp, Bishan, Mon 30 Nov – Wed 2 Dec 2026`; a pass without a date gives its title. */
const longLine = (line: Line): string => lineIn(line, longPlaceWords(line));
/** Returns `Bella Rahman, Spark Camp, Bishan, 30 Nov – 2 Dec`. */
export const shortLine = (line: Line): string => lineIn(line, placeMessage(line));

/** What a refund is about, for its title and its button. */
export interface RefundOf {
  title: string;
  button: string;
  /** The lines of a whole order, each with child, item, place and time. */
  lines: { line: Line; words: string }[];
}

/** Describes one line or, without one, the whole order, whose title contains only the number. */
export function refundOf({ managed }: OrderDetails, line: Line | undefined): RefundOf {
  if (line) return { title: longLine(line), button: shortLine(line), lines: [] };
  const lines = managed.lines.map((one) => ({ line: one, words: longLine(one) }));
  return { title: managed.number, button: `whole order ${managed.number}`, lines };
}

/** Child, item, place and time of one line, or of each line in the order. */
export const ofOrder = ({ managed }: OrderDetails, lineId: string | null = null): string =>
  managed.lines
    .filter(({ line_id }) => lineId === null || line_id === lineId)
    .map(shortLine)
    .join('; ');
