import type { LateChoice } from '#contract/after-sale.ts';
import { joinNames, placeWords as wordsOfPlace } from '#contract/place-words.ts';
import { formatMoney } from '../../../domain/money.ts';
import type { ManagedLine, Target } from '../model.ts';

export const statusWords = {
  open: 'Not paid yet',
  placed: 'Booked',
  needs_choice: 'Waiting for your choice',
  credit: 'Kept for later',
  cancelled: 'Cancelled',
  /** By us, and the parent has yet to say what instead. */
  off: 'Called off',
} as const;

export const refundWords = {
  requested: 'asked for, and on its way soon',
  pending: 'on its way; banks take up to ten days',
  succeeded: 'paid back the way it came',
  failed: 'did not go through; we look into it and write to you',
  waiting: 'waits until your bank has decided about the payment that you asked it to look into',
  by_bank: 'paid back by your bank, and so not by us as well',
} as const;

export const placeWords = {
  open: 'Choose a week',
  waiting: 'It is paid, and waits for you to choose a week.',
  passWaiting: 'It is paid, with all its sessions. Book the first one whenever you like.',
} as const;

export const lateWords = {
  title: 'Your money is safe. The spot is gone.',
  lead: (cents: number) =>
    `Your payment of ${formatMoney(cents)} reached us after your reservation had ended, and by then the spot was taken. It is your choice what happens now.`,
  move: 'Another date',
  moveText: 'Pick the day that suits you, for the same money.',
  credit: 'Keep it for later',
  creditText: 'We keep what you paid for, and you choose when you know.',
  refund: 'A full refund',
  refundText: 'Every cent goes back the way it came.',
  choose: 'What shall we do?',
  confirmMove: ['Book this date', 'Book these dates'],
  confirmCredit: ['Keep it for later', 'Keep all of it for later'],
  confirmRefund: ['Send my money back', 'Send all of my money back'],
  /** `of`: who, what, where and when. */
  for: (of: string) => `For ${of}`,
  outcomes: 'What this does',
  missing: 'Please choose a date for each child.',
} as const;

/** On the button of a late choice, for whom it is: `Book these dates: Adam and Bella`. */
export function lateConfirm(
  [one, several]: readonly [string, string],
  lines: readonly ManagedLine[],
): string {
  const names = joinNames(lines.flatMap(({ child_name }) => child_name ?? []));
  return [lines.length === 1 ? one : several, names].filter(Boolean).join(': ');
}

/** What a late choice does to one line: who, what, where and when, before the button is pressed. */
export function lateOutcome(
  kind: LateChoice['kind'],
  line: ManagedLine,
  target: Pick<Target, 'what' | 'where' | 'when'> | null,
): string {
  const place = wordsOfPlace(line);
  const what = place || line.title;
  const who = line.child_name === null ? '' : `${line.child_name}: `;
  if (kind === 'credit') return `${who}${what}, is kept for later.`;
  if (kind === 'refund') return `${who}${what}, is cancelled. ${formatMoney(line.total_cents)} goes back.`;
  if (place === '') return `${who}${what}, comes along.`;
  if (target === null) return `${who}please choose a date instead of ${what}.`;
  return `${who}${[target.what, target.where, target.when].filter(Boolean).join(', ')}, instead of ${what}.`;
}
