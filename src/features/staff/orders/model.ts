import type { OrderDetails, StaffRefund } from '#contract/management-orders.ts';
import { formatDays } from '#contract/format.ts';
import { longPlaceText, placeMessage } from '#contract/place-names.ts';
import { type RefundPart, refundMethodOf } from '#contract/receipts.ts';
import type { Fault } from '#domain/fault.ts';
import { toCents, toDollars } from '#domain/money.ts';

export type Line = OrderDetails['managed']['lines'][number];

export type Subject = { lineId: string } | { all: true };

export interface RefundDraft {
  /** True if the booking is cancelled under its rules. Otherwise it stays booked. */
  cancelsPlace: boolean;
  /** The amount is in dollars, as it was typed. */
  amount: string;
  reason: StaffRefund['reason'];
  note: string;
  /** True if the money is added to the family's balance. */
  toBalance?: boolean;
}

export interface Terms {
  /** The refund in cents under the rules of the sale, or null if the line can no longer be cancelled. */
  byRules: number | null;
  /** The largest possible refund in cents, regardless of the rules. */
  maxCents: number;
  /** The cents that are left of the charge. While a bank is deciding, this is more than `maxCents`. */
  leftCents: number;
  /** These lines are cancelled together. */
  lineIds: string[];
  endsRenewal: boolean;
  /**
   * While a bank is deciding about the charge, only a cancellation under the rules is possible, and
   * its refund waits.
   */
  isDisputed: boolean;
  /** True while a part of the price is unpaid. A refund without a cancellation is then refused. */
  hasOpenParts: boolean;
}

export const lineOf = ({ managed }: OrderDetails, subject: Subject): Line | undefined =>
  'lineId' in subject ? managed.lines.find(({ line_id }) => line_id === subject.lineId) : undefined;

/**
 * Returns the terms of a refund. They depend on the order's current state, so they are calculated whenever the order
 * is read.
 */
export function termsOf(details: OrderDetails, subject: Subject): Terms {
  const { managed, left: refundableCents, left_of_order, disputed_lines } = details;
  const line = lineOf(details, subject);
  const lines = line ? [line] : 'lineId' in subject ? [] : managed.lines;
  const cancellable = lines.filter(({ can }) => can.cancel !== null);
  const isDisputed = lines.some(({ line_id }) => disputed_lines.includes(line_id));
  const leftCents = 'lineId' in subject ? (refundableCents[subject.lineId] ?? 0) : left_of_order;
  const byRulesOfAll = cancellable.length === 0 ? null : (managed.cancel_all?.refund_cents ?? null);
  const byRules = 'lineId' in subject ? (line?.can.cancel?.refund_cents ?? null) : byRulesOfAll;
  return {
    byRules,
    maxCents: isDisputed ? (byRules ?? 0) : leftCents,
    leftCents,
    isDisputed,
    hasOpenParts: (managed.instalments?.open_cents ?? 0) > 0,
    lineIds: cancellable.map(({ line_id }) => line_id),
    endsRenewal: cancellable.some(({ can }) => can.cancel?.ends_renewal === true),
  };
}

export function canRefund(details: OrderDetails, subject: Subject): boolean {
  const { byRules, maxCents } = termsOf(details, subject);
  return byRules !== null || maxCents > 0;
}

/** Returns what a cancellation ends: spots on camps and in classes, passes with their credits, or both. */
export function endedBy({ managed }: OrderDetails, { lineIds }: Terms): ('places' | 'pass')[] {
  const lines = managed.lines.filter(({ line_id }) => lineIds.includes(line_id));
  const isPass = ({ pass, sessions }: Line) => pass !== null && (sessions ?? 1) > 1;
  return [
    ...(lines.some((line) => !isPass(line)) ? (['places'] as const) : []),
    ...(lines.some(isPass) ? (['pass'] as const) : []),
  ];
}

/** True if the draft cancels a booking that can no longer be cancelled under these terms. */
export const cannotCancel = ({ cancelsPlace }: RefundDraft, { byRules }: Terms): boolean =>
  cancelsPlace && byRules === null;

/**
 * Adapts a draft to new terms. If the booking can no longer be cancelled, only the amount above the refund under the
 * rules remains.
 */
export const adaptDraft = (draft: RefundDraft, before: Terms, terms: Terms): RefundDraft =>
  cannotCancel(draft, terms)
    ? { ...draft, cancelsPlace: false, amount: amountAboveRules(draft, before.byRules ?? 0) }
    : draft;

/**
 * Returns the amount in dollars without the refund under the rules, because that one was made with the cancellation.
 */
function amountAboveRules({ amount }: RefundDraft, byRules: number): string {
  const cents = centsOf(amount);
  return cents === null ? amount : dollarsOf(Math.max(0, cents - byRules));
}

/**
 * Converts typed dollars such as "20" or "20.50" to cents, or returns null if the text is not an
 * amount.
 */
export function centsOf(typedAmount: string): number | null {
  const text = typedAmount.trim().replace(/^S?\$/, '');
  return /^\d{1,6}(\.\d{1,2})?$/.test(text) ? toCents(Number(text)) : null;
}

export const dollarsOf = (cents: number): string => toDollars(cents).toFixed(cents % 100 === 0 ? 0 : 2);

/** Returns what is wrong with the amount, or null if it is allowed. */
export function amountFault(
  { amount, cancelsPlace }: RefundDraft,
  { byRules, maxCents, isDisputed }: Terms,
): Fault | null {
  const cents = centsOf(amount);
  if (cents === null) return { kind: 'not_a_number' };
  if (isDisputed && !cancelsPlace) return { kind: 'refund_disputed' };
  if (cents > maxCents) return { kind: 'refund_too_much' };
  if (!cancelsPlace) return cents === 0 ? { kind: 'not_a_number' } : null;
  // The family is entitled to at least the refund under the rules of the sale.
  return cents < (byRules ?? 0) ? { kind: 'refund_below_rules' } : null;
}

/** Returns for example "Sat 28 Nov 2026" or "Mon 7 – Wed 9 Dec 2026", or null if there is no date. */
export function dayOf({ session, camp }: Line): string | null {
  if (camp) return formatDays(camp.start_date, camp.end_date);
  return session ? formatDays(session.session_date, session.session_date) : null;
}

const withChild = (line: Line, place: string): string =>
  [line.child_name, place || line.title].filter(Boolean).join(', ');
/**
 * Returns for example `Bella Rahman, Spark Camp, Bishan, Mon 30 Nov – Wed 2 Dec 2026`. For a pass without a date, it
 * contains the pass's title.
 */
const longLine = (line: Line): string => withChild(line, longPlaceText(line));
/** Returns for example `Bella Rahman, Spark Camp, Bishan, 30 Nov – 2 Dec`. */
export const shortLine = (line: Line): string => withChild(line, placeMessage(line));

interface RefundLabels {
  title: string;
  button: string;
  /** For a whole order, this lists its lines. */
  lines: { line: Line; label: string }[];
}

/** Describes a line. If there is no line, it describes the whole order, whose title has only the number. */
export function refundLabels({ managed }: OrderDetails, line: Line | undefined): RefundLabels {
  if (line) return { title: longLine(line), button: shortLine(line), lines: [] };
  const lines = managed.lines.map((orderLine) => ({ line: orderLine, label: longLine(orderLine) }));
  return { title: managed.number, button: `whole order ${managed.number}`, lines };
}

/** Describes the line with this id. If no id is given, describes every line of the order. */
export const describeLines = ({ managed }: OrderDetails, lineId: string | null = null): string =>
  managed.lines
    .filter(({ line_id }) => lineId === null || line_id === lineId)
    .map(shortLine)
    .join('; ');

/**
 * Returns where a refund goes. The database takes it from the last payment first, and from money before balance. A
 * moved booking was paid with an earlier order, whose payments are unknown here, so the remaining amount counts as
 * online.
 */
export function refundParts(
  { payments }: Pick<OrderDetails, 'payments'>,
  cents: number,
  toBalance = false,
): RefundPart[] {
  const orderedPayments = payments
    .toReversed()
    .toSorted((a, b) => Number(isBalance(a)) - Number(isBalance(b)));
  const parts = new Map<RefundPart['method'], number>();
  let restCents = cents;
  const allocate = (method: RefundPart['method'], mostCents: number) => {
    const takenCents = Math.min(restCents, Math.max(0, mostCents));
    if (takenCents > 0) parts.set(method, (parts.get(method) ?? 0) + takenCents);
    restCents -= takenCents;
  };
  for (const payment of orderedPayments)
    allocate(toBalance ? 'balance' : refundMethodOf(payment), payment.left_cents);
  allocate(toBalance ? 'balance' : 'online', restCents);
  return [...parts].map(([method, sum]) => ({ method, cents: sum }));
}

const isBalance = ({ provider }: { provider: string }) => provider === 'balance';
