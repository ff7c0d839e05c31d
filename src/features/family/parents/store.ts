import { createCollection } from './collection/collection.ts';
import { createConsents } from './consents/consents.ts';
import { createCodes } from './pickup/codes.ts';
import { createProfile } from './profile/profile.ts';
import { createProposals } from './proposals/proposals.ts';
import { createInvitation } from './second/invitation.ts';
import { createSecond } from './second/second.ts';

/** The stores of everything that a parent can do on this screen. */
export const createParents = (userId: string) => ({
  profile: createProfile(userId),
  codes: createCodes(),
  collection: createCollection(),
  second: createSecond(),
  invitation: createInvitation(),
  consents: createConsents(userId),
  proposals: createProposals(),
});
export type ParentsStore = ReturnType<typeof createParents>;
