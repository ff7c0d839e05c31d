import { writeStored } from '#browser/storage.ts';

interface Stored {
  id?: string;
  email?: string;
  name?: string;
  leftSeconds?: number;
  aal?: string;
  factors?: { status: string }[];
}

/**
 * Stores a session like the auth client. By default it belongs to a parent without a second factor and is valid for
 * an hour.
 */
export function storeMember({
  id = 'u1',
  email = 'mei@example.com',
  name = 'Mei Tan',
  leftSeconds = 3600,
  aal = 'aal1',
  factors = [],
}: Stored = {}): void {
  writeStored('otter-auth-token', {
    access_token: `e30.${btoa(JSON.stringify({ sub: id, aal }))}.c2ln`,
    refresh_token: 'r',
    expires_in: 3600,
    expires_at: Date.now() / 1000 + leftSeconds,
    user: { id, email, factors, user_metadata: { name } },
  });
}
