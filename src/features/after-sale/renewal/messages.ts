import { formatMoney } from '#domain/money.ts';

export const renewalMessages = {
  title: 'Renewal',
  active: (cents: number, date: string) => `Renews on ${date} for ${formatMoney(cents)}, by card.`,
  cancelling: (date: string) => `It ends on ${date} and will not renew. You keep any sessions left.`,
  past_due: 'The last payment did not go through. We will try your card again. You can change the card here.',
  ended: 'It has ended and will not renew.',
  unknown:
    'This pass renews by card. On the next page you can see the next renewal, change the card or stop it.',
  open: 'Manage renewal',
  where: 'This opens the secure page of our payment provider, which brings you back here.',
} as const;
