import { FOR_SIBLINGS } from '#contract/confirmed-prices.ts';
import type { PriceApprovals } from '#contract/management-system.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';

type Row = PriceApprovals[number];

const PLANNED = 'from ';
function nameOf(name: string): string {
  if (name === 'listed') return '';
  if (name.startsWith(PLANNED)) return `from ${formatMoment(name.slice(PLANNED.length))}: `;
  return name === FOR_SIBLINGS ? `${name}: ` : `early bird ${name}: `;
}

export const approvalMessages = {
  title: 'Low prices to approve',
  none: 'No prices are waiting for approval. A price far below the current one appears here before anybody can pay it.',
  failed: 'The prices did not load.',
  again: 'Load again',
  prices: ({ prices, reference_cents }: Row): string =>
    `${Object.entries(prices)
      .map(([name, cents]) => `${nameOf(name)}${formatMoney(cents)}`)
      .join(', ')} (compared with ${formatMoney(reference_cents)})`,
  status({ since, is_approved, is_proposed, proposed_by, proposed_by_me }: Row): string {
    const publishedText = `Published ${formatMoment(since)}.`;
    if (is_approved) return `${publishedText} Approved. The checkout will use it within a minute.`;
    if (proposed_by_me)
      return `${publishedText} You approved this price. A second admin must approve it too.`;
    if (is_proposed)
      return `${publishedText} Approved by ${proposed_by ?? 'a colleague'}. It needs one more admin.`;
    return `${publishedText} It needs two admins. To withdraw it, correct the price in Studio.`;
  },
  approve: (isProposed: boolean) => (isProposed ? 'Approve as second admin' : 'Approve as first admin'),
  means: (isProposed: boolean) =>
    isProposed
      ? 'Within a minute, the checkout will use these prices. A planned price will be charged from its date. What is already sold will keep its price.'
      : 'Nothing will change until a second admin has approved it too, within seven days.',
  yes: 'Approve this price',
  no: 'Go back',
  done: (isApproved: boolean) =>
    isApproved
      ? 'The price is approved. The checkout will use it within a minute.'
      : 'Your approval is saved. A second admin must approve the price too.',
} as const;

export const approvalRefusals = {
  ...rereadRefusals,
  price_needs_another: 'You have approved this already. Ask another admin.',
} as const;
