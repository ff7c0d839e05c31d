import type { DocumentBadgeComponent } from 'sanity';
import { useRequests } from './useRequests.ts';

/** Shows publishers that an editor wants this draft published. */
export const ReviewBadge: DocumentBadgeComponent = ({ id }) => {
  const request = useRequests()?.find(({ documentId }) => documentId === id);
  if (!request) return null;
  return {
    label: 'Review requested',
    title: `${request.requestedBy} wants this draft published.`,
    color: 'primary',
  };
};
