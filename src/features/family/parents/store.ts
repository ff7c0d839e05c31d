import { createChannels } from './channels/channels.ts';
import { createCollection } from './collection/collection.ts';
import { createConsents } from './consents/consents.ts';
import { createCodes } from './pickup/codes.ts';
import { createProfile } from './profile/profile.ts';
import { createProposals } from './proposals/store.ts';
import { createInvitation } from './second/invitation.ts';
import { createSecondParent } from './second/second-parent.ts';

export const createParents = (userId: string, consents = createConsents(userId)) => ({
  profile: createProfile(userId),
  codes: createCodes(),
  collection: createCollection(),
  channels: createChannels(),
  second: createSecondParent(),
  invitation: createInvitation(),
  consents,
  // An accepted proposal may be a consent, so the consents are read again.
  proposals: createProposals(consents.read),
});
export type ParentsStore = ReturnType<typeof createParents>;
