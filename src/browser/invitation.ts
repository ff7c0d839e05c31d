import * as v from 'valibot';
import * as rareKeys from '#config/rare-storage-keys.ts';
import { readStored } from './storage.ts';
import { forget } from './text-storage.ts';

/** A saved invitation. `to` is missing if it is an invitation to a family. */
const Saved = v.object({ token: v.string(), at: v.number(), to: v.optional(v.literal('staff')) });
/** The longest time that an invitation to a family is valid (`invite_parent`). Invitations to staff end earlier. */
const VALID_MS = 14 * 86_400_000;

/** Returns the saved token of an invitation to a family, or to staff. */
export function readInvitation(now = Date.now(), to?: 'staff'): string | null {
  const stored = readStored(rareKeys.invitation, Saved);
  if (!stored || stored.to !== to) return null;
  if (now - stored.at < VALID_MS) return stored.token;
  forgetInvitation();
  return null;
}

export const forgetInvitation = (): void => forget(rareKeys.invitation);
