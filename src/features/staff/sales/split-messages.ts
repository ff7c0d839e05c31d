import type { Method } from './messages.ts';

const by = { cash: 'in cash', paynow: 'by PayNow', card_terminal: 'on the terminal' } as const;

/** Texts about a sale that is paid in two ways. */
export const splitMessages = {
  second: 'Paid in two ways?',
  oneWay: 'No, all of it as chosen above',
  methods: { cash: 'A part in cash', paynow: 'A part by PayNow', card_terminal: 'A part on the terminal' },
  amount: {
    cash: 'Part in cash (S$)',
    paynow: 'Part by PayNow (S$)',
    card_terminal: 'Part on the terminal (S$)',
  },
  rest: (money: string, method: Method) => `The rest, ${money}, is paid ${by[method]}.`,
  sell: (first: string, method: Method, second: string, other: Method) =>
    `Sell for ${first} ${by[method]} and ${second} ${by[other]}`,
  also: (money: string, method: Method) => `Also take ${money} ${by[method]}.`,
  taken: (money: string, method: Method) => `I have the ${money} ${by[method]}.`,
  returnPart: (money: string, method: Method) => `Please return the ${money} that was paid ${by[method]}.`,
  underReview:
    'Only the part by PayNow is recorded, so nothing is booked yet. It waits under Decisions for an admin.',
  notTaken:
    'Without it, nothing is sold. What came by PayNow goes to the admins, who refund it or decide what it pays for.',
} as const;
