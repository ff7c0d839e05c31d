import { formatMoney } from '#domain/money.ts';
import { plural } from '#contract/plural.ts';
import { noteChoice } from '#ui/staff/messages.ts';

export const choiceMessages = {
  open: noteChoice,
  title: (line: string) => `We cancelled this: ${line}`,
  loading: 'Loading what the family can choose…',
  question: 'What does the family choose?',
  move: 'Another camp',
  credit: 'A credit for a later camp',
  refund: (cents: number) => `A refund of ${formatMoney(cents)}`,
  camp: 'Which camp',
  pick: 'Please choose a camp',
  campLeft: (camp: string, freeSpots: number) => `${camp} (${plural(freeSpots, 'spot')} left)`,
  noCamp: 'No other camp of this kind has a spot that fits the child’s age.',
  movesTo: (child: string, camp: string) => `${child} will move to ${camp}, at the price that was paid.`,
  credits: (child: string) =>
    `${child} will get a credit for one camp of this kind. The family will choose its date later, with the link in the e-mail.`,
  noMoney: 'Nothing will be paid or refunded.',
  mail: (mails: number) =>
    mails === 0
      ? 'We have no e-mail address for the family, so please tell them.'
      : 'The family will get an e-mail with this.',
  confirm: {
    move: (child: string, camp: string) => `Move ${child} to ${camp}`,
    credit: (line: string) => `Give a credit: ${line}`,
    refund: (cents: number, line: string) => `Refund ${formatMoney(cents)}: ${line}`,
  },
  moved: 'Moved to the other camp.',
  credited: 'The family has a credit for one camp, and will choose its date later.',
  refunded: (cents: number) => `Refund recorded: ${formatMoney(cents)}.`,
} as const;
