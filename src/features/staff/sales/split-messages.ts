import { paidBy } from '#ui/staff/split-messages.ts';
import type { Method } from './messages.ts';

/** Texts about a sale that is paid in two ways. */
export const splitMessages = {
  second: 'Paid in two ways?',
  oneWay: 'No, in one way',
  methods: { cash: 'A part in cash', paynow: 'A part by PayNow', card_terminal: 'A part on the terminal' },
  amount: {
    cash: 'Part in cash (S$)',
    paynow: 'Part by PayNow (S$)',
    card_terminal: 'Part on the terminal (S$)',
  },
  rest: (money: string, method: Method) => `The rest, ${money}, is paid ${paidBy[method]}.`,
  sell: (first: string, method: Method, second: string, other: Method) =>
    `Sell for ${first} ${paidBy[method]} and ${second} ${paidBy[other]}`,
  also: (money: string, method: Method) => `Also take ${money} ${paidBy[method]}.`,
  taken: (money: string, method: Method) => `I have the ${money} ${paidBy[method]}.`,
  returnPart: (money: string, method: Method) =>
    `Please return the ${money} that was paid ${paidBy[method]}.`,
  underReview:
    'Only the PayNow part is recorded, so nothing is booked yet. It is waiting for an admin under Decisions.',
  notTaken:
    'Without it, nothing is sold. The PayNow payment goes to the admins, who refund it or decide what it pays for.',
} as const;
