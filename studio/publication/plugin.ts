import { definePlugin } from 'sanity';
import { PublicationBadge } from './badge.ts';

/** Says beside the Publish button whether the last publish reached the site and the till. */
export const publication = definePlugin({
  name: 'publication',
  document: { badges: (badges) => [...badges, PublicationBadge] },
});
