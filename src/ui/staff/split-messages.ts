import { formatMoney } from '#domain/money.ts';

/** The second part of a sale at the desk, which its seller took out when confirming the PayNow part. */
export interface RemovedSplit {
  method: keyof typeof paidBy;
  cents: number;
}

/** How a part was paid, as the end of a sentence. */
export const paidBy = { cash: 'in cash', paynow: 'by PayNow', card_terminal: 'on the terminal' } as const;
const partOf = ({ method, cents }: RemovedSplit) => `${formatMoney(cents)} ${paidBy[method]}`;

export const splitMessages = {
  removed: (split: RemovedSplit) =>
    `The seller had entered ${partOf(split)} as well, and then confirmed the sale without it. Please ask the seller where that money is.`,
  recordBoth: 'Record both payments',
  recordBothDoes: (cents: number, split: RemovedSplit) =>
    `We will keep ${formatMoney(cents)}, record ${partOf(split)} in the seller’s close, and book what both pay for. First make sure that we have that money. This can’t be undone.`,
} as const;
