import { readSettings, prefetchCall } from '#browser/prefetch-calls.ts';
import { isReload } from '#browser/is-reload.ts';

/**
 * Settings of the inline script that requests the family's data before other scripts have loaded (`data-prefetch`).
 */
export interface PrefetchFamilySettings {
  key: string;
  url: string;
  timeoutMs: number;
  freshMs: number;
  refreshS: number;
  authKey: string;
  savedKey: string;
  /** The address of the sign-in page, to which the current address is appended. */
  signIn: string;
}

/**
 * The fields of the stored session and the saved family that this script reads. Another version may have written
 * them.
 */
type StoredSession = { access_token?: string; expires_at: number; user?: { id: string } } | null;
type Saved = { userId: string; at: number } | null;

const settings = readSettings() as PrefetchFamilySettings;

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Returns whether the visitor is signed out. If storage is blocked, this is unknown, so it returns false. */
function isSignedOut(): boolean {
  try {
    return localStorage.getItem(settings.authKey) === null;
  } catch {
    return false;
  }
}

/* If a visitor is not signed in, they are redirected at once. For other visitors, api/take-prefetched.ts uses the
   answer. */
function start(): void {
  if (isSignedOut()) {
    const { pathname, search, hash } = location;
    location.replace(settings.signIn + encodeURIComponent(pathname + search + hash));
    return;
  }
  const session = read(settings.authKey) as StoredSession;
  if (!session?.access_token || session.expires_at - Date.now() / 1000 < settings.refreshS) return;
  const saved = read(settings.savedKey) as Saved;
  const isOwn = saved !== null && saved.userId === session.user?.id;
  if (isOwn && Date.now() - saved.at < settings.freshMs && !isReload()) return;
  void prefetchCall(settings.url, { ...settings, body: '{}', token: session.access_token });
}
start();
