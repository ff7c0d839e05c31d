import type { DocumentBadgeComponent } from 'sanity';
import { canAsk } from './status.ts';
import { usePublication } from './usePublication.ts';

/** Badge beside the Publish button: whether the published version has reached the site and the checkout. */
export const PublicationBadge: DocumentBadgeComponent = ({ type, published }) => {
  const publication = usePublication(type, published);
  if (!canAsk || !publication) return null;
  const { summary, problem } = publication;
  if (problem) return { label: 'Not known', title: problem, color: 'warning' };
  if (!summary) return { label: 'On its way', title: 'Asking the site and the checkout.', color: 'primary' };
  return {
    label: summary.label,
    title: `Site: ${summary.site} Checkout: ${summary.checkout}`,
    color: summary.color,
  };
};
