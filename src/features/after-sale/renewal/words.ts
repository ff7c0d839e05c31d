import { formatMoney } from '#domain/money.ts';

export const renewalWords = {
  title: 'Renewal',
  active: (cents: number, date: string) => `Renews on ${date} for ${formatMoney(cents)}, by card.`,
  cancelling: (date: string) => `It ends on ${date} and does not renew again. Sessions left stay yours.`,
  past_due: 'The last payment did not go through. We try the card again; you can change it here.',
  ended: 'It has ended and does not renew again.',
  unknown: 'This pass renews itself by card. The next renewal, the card and stopping it are one page away.',
  open: 'Manage renewal',
  where: 'Opens the secure page of our payment provider, and leads back here.',
} as const;
