import { definePlugin } from 'sanity';
import { PublicationBadge } from './badge.ts';

export const publication = definePlugin({
  name: 'publication',
  document: { badges: (badges) => [...badges, PublicationBadge] },
});
