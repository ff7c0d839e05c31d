import type { DocumentBadgeComponent } from 'sanity';
import { requestFor } from './requests.ts';
import { useRequests } from './useRequests.ts';

/** Shows publishers that an editor wants this draft to be published. */
export const ReviewBadge: DocumentBadgeComponent = ({ id, draft, published }) => {
  const request = requestFor(useRequests(), id, draft, published);
  if (!request) return null;
  return {
    label: 'Review requested',
    title: `${request.requestedBy} wants this draft published.`,
    color: 'primary',
  };
};
