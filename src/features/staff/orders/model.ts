import type { OrderStory, StaffRefundReason } from '#contract/management-orders.ts';
import { formatDays } from '#contract/format.ts';
import { longPlaceWords, placeWords } from '#contract/place-words.ts';
import { toCents, toDollars } from '#domain/money.ts';

export type Line = OrderStory['managed']['lines'][number];

/** What is paid back: for one line (its id), or of the order as a whole. */
export type Subject = { lineId: string } | { all: true };

export interface RefundDraft {
  /** The place is given back by its rules, or stays as it is. */
  place: 'keeps' | 'goes';
  /** As typed, in dollars. */
  amount: string;
  reason: StaffRefundReason;
}

export interface Terms {
  /** By the rules it was sold with; null: it cannot be given back any more. */
  byRules: number | null;
  /** Most that may go back, whatever the rules say. */
  most: number;
  /** The lines that are given back with it. */
  lineIds: string[];
  endsRenewal: boolean;
}

/** A form that was opened: what it saw stays what it compares with, until somebody is told that it has changed. */
export interface RefundForm {
  /** Sent again, it asks for nothing twice. */
  key: string;
  subject: Subject;
  terms: Terms;
  draft: RefundDraft;
}

export const lineOf = ({ managed }: OrderStory, subject: Subject): Line | undefined =>
  'lineId' in subject ? managed.lines.find(({ line_id }) => line_id === subject.lineId) : undefined;

/** As the order stands now: a story that was read anew has new terms. */
export function termsOf(story: OrderStory, subject: Subject): Terms {
  const { managed, left, left_of_order } = story;
  const line = lineOf(story, subject);
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
 * Opened by a press, or anew after the order has changed: what was typed stays, as far as it still can be asked for.
 */
export function openForm(story: OrderStory, subject: Subject, before?: RefundForm): RefundForm {
  const terms = termsOf(story, subject);
  const draft: RefundDraft = before?.draft ?? {
    ...{ place: 'keeps', amount: dollarsOf(terms.most), reason: 'goodwill' },
  };
  const isGone = draft.place === 'goes' && terms.byRules === null;
  return {
    ...{ key: crypto.randomUUID(), subject, terms },
    draft: isGone ? { ...draft, place: 'keeps', amount: beyond(draft, before?.terms.byRules ?? 0) } : draft,
  };
}

/** What was to go back beyond what the rules gave, which went with the place. */
function beyond({ amount }: RefundDraft, byRules: number): string {
  const cents = centsOf(amount);
  return cents === null ? amount : dollarsOf(Math.max(0, cents - byRules));
}

/** Dollars as typed, "20" or "20.50", in cents; null for what is no amount. */
export function centsOf(typed: string): number | null {
  const text = typed.trim().replace(/^S?\$/, '');
  return /^\d{1,6}(\.\d{1,2})?$/.test(text) ? toCents(Number(text)) : null;
}

export const dollarsOf = (cents: number): string => toDollars(cents).toFixed(cents % 100 === 0 ? 0 : 2);

export type AmountFault = 'no_amount' | 'too_much' | 'below_rules';
/** What is wrong with an amount; nothing of one that may be asked for. */
export function amountFault({ amount, place }: RefundDraft, { byRules, most }: Terms): AmountFault | null {
  const cents = centsOf(amount);
  if (cents === null) return 'no_amount';
  if (cents > most) return 'too_much';
  if (place === 'keeps') return cents === 0 ? 'no_amount' : null;
  // What the family was promised at the sale is theirs.
  return cents < (byRules ?? 0) ? 'below_rules' : null;
}

/** "Sat 28 Nov 2026", "Mon 7 – Wed 9 Dec 2026"; nothing without a date. */
export function dayOf({ session, camp }: Line): string | null {
  if (camp) return formatDays(camp.start_date, camp.end_date);
  return session ? formatDays(session.session_date, session.session_date) : null;
}

const lineIn = (line: Line, place: string): string =>
  [line.child_name, place || line.title].filter(Boolean).join(', ');
/** `Bella Rahman, Spark Camp, Bishan, Mon 30 Nov – Wed 2 Dec 2026`; of a pass without a date its title. */
const longLine = (line: Line): string => lineIn(line, longPlaceWords(line));
/** `Bella Rahman, Spark Camp, Bishan, 30 Nov – 2 Dec`. */
export const shortLine = (line: Line): string => lineIn(line, placeWords(line));

/** What a refund is about, as its title and its red button say it. */
export interface RefundOf {
  title: string;
  button: string;
  /** Of a whole order: who, what, where and when, line by line. */
  lines: { line: Line; words: string }[];
}

/** Of one line, or (no line) of everything in the order, whose title has its number alone. */
export function refundOf({ managed }: OrderStory, line: Line | undefined): RefundOf {
  if (line) return { title: longLine(line), button: shortLine(line), lines: [] };
  const lines = managed.lines.map((one) => ({ line: one, words: longLine(one) }));
  return { title: managed.number, button: `whole order ${managed.number}`, lines };
}

/** Who, what, where and when of one line, or of each in the order. */
export const ofOrder = ({ managed }: OrderStory, lineId: string | null = null): string =>
  managed.lines
    .filter(({ line_id }) => lineId === null || line_id === lineId)
    .map(shortLine)
    .join('; ');
