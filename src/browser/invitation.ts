import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { readStored } from './storage.ts';
import { forget } from './text-storage.ts';

const Kept = v.object({ token: v.string(), at: v.number() });
/** How long an invitation is valid (`invite_parent`). */
const KEPT_MS = 14 * 86_400_000;

export function readInvitation(now = Date.now()): string | null {
  const kept = readStored(storageKeys.invitation, Kept);
  if (!kept) return null;
  if (now - kept.at < KEPT_MS) return kept.token;
  forgetInvitation();
  return null;
}

export const forgetInvitation = (): void => forget(storageKeys.invitation);
