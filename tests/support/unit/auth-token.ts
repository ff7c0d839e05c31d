import { writeStored } from '#browser/storage.ts';
import { storageKeys } from '#config/paths.ts';

/** Stores a session in this browser that is valid for an hour. Its token is `token`. */
export function storeSession(user: { id: string; email?: string; user_metadata?: { name: string } }): void {
  writeStored(storageKeys.auth, {
    access_token: 'token',
    refresh_token: 'r',
    expires_in: 3600,
    expires_at: Date.now() / 1000 + 3600,
    user,
  });
}
