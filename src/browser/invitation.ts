import * as v from 'valibot';
import * as rareKeys from '#config/rare-storage-keys.ts';
import { readStored } from './storage.ts';
import { forget } from './text-storage.ts';

const Saved = v.object({ token: v.string(), at: v.number() });
/** How long an invitation is valid (`invite_parent`). */
const VALID_MS = 14 * 86_400_000;

export function readInvitation(now = Date.now()): string | null {
  const stored = readStored(rareKeys.invitation, Saved);
  if (!stored) return null;
  if (now - stored.at < VALID_MS) return stored.token;
  forgetInvitation();
  return null;
}

export const forgetInvitation = (): void => forget(rareKeys.invitation);
