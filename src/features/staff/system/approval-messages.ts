import { FOR_SIBLINGS } from '#contract/confirmed-prices.ts';
import type { PriceApprovals } from '#contract/management-system.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';

type Row = PriceApprovals[number];

const PLANNED = 'from ';
const nameOf = (name: string): string =>
  name === 'listed'
    ? ''
    : name.startsWith(PLANNED)
      ? `from ${formatMoment(name.slice(PLANNED.length))}: `
      : name === FOR_SIBLINGS
        ? `${name}: `
        : `early bird ${name}: `;

/** Texts of the prices below the floor that two admins approve. */
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
    const when = `Published ${formatMoment(since)}.`;
    if (is_approved) return `${when} Approved. The checkout uses it within a minute.`;
    if (proposed_by_me) return `${when} You approved it. It now needs another admin.`;
    if (is_proposed) return `${when} Approved by ${proposed_by ?? 'a colleague'}. It needs one more admin.`;
    return `${when} It needs two admins. To withdraw it, correct the price in Studio.`;
  },
  approve: (isProposed: boolean) => (isProposed ? 'Approve as second admin' : 'Approve as first admin'),
  means: (isProposed: boolean) =>
    isProposed
      ? 'Within a minute, the checkout uses these prices. A planned price is charged from its date. What is already sold keeps its price.'
      : 'Nothing changes until another admin has approved it too, within seven days.',
  yes: 'Approve this price',
  no: 'Go back',
  done: (approved: boolean) =>
    approved
      ? 'The price is approved. The checkout uses it within a minute.'
      : 'Your approval is saved. It now needs another admin.',
} as const;

export const approvalRefusals = {
  ...rereadRefusals,
  price_needs_another: 'You have approved this already. Ask another admin.',
} as const;
