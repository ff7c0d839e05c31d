import { definePlugin } from 'sanity';
import { PublicationBadge } from './badge.ts';

/** Shows beside the Publish button whether the last publish has reached the site and the checkout. */
export const publication = definePlugin({
  name: 'publication',
  document: { badges: (badges) => [...badges, PublicationBadge] },
});
