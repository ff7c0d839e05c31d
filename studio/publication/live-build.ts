import type { PublicationStatus } from './status.ts';

/** The time in milliseconds in which a host uploads a finished build. */
const UPLOADED_WITHIN_MS = 20 * 60_000;

/**
 * Asks the live site which build it is. The build writes the answer into a file, so that it is
 * uploaded and restored with the pages. Returns null if the site does not say.
 */
export async function askLiveBuild(
  siteUrl: string | null | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  if (!siteUrl) return null;
  try {
    const response = await fetch(new URL('/build.json', siteUrl), { cache: 'no-store', signal });
    if (!response.ok) return null;
    const { build } = (await response.json()) as { build?: unknown };
    return typeof build === 'string' ? build : null;
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

type LiveState = 'newest' | 'uploading' | 'other_build' | 'silent';

/** Compares the build of the live site with the last one that was finished. */
export function liveState(
  { newest, builtAt }: { newest: string | null | undefined; builtAt: string | null | undefined },
  live: string | null,
  now: Date,
): LiveState {
  if (live !== null && live === newest) return 'newest';
  if (builtAt && now.getTime() - Date.parse(builtAt) < UPLOADED_WITHIN_MS) return 'uploading';
  return live === null ? 'silent' : 'other_build';
}

/**
 * Returns the status as the live site shows it. A builder reports a build before its host has
 * uploaded it, and a host can restore an earlier build.
 */
export function withLiveBuild(
  status: PublicationStatus,
  live: string | null,
  now: Date = new Date(),
): PublicationStatus {
  if (status.site !== 'built') return status;
  const state = liveState({ newest: status.newest_build, builtAt: status.built_at }, live, now);
  if (state === 'newest') return status;
  // It is not known which pages of an earlier build show the document.
  if (live !== null && status.builds?.includes(live)) return { ...status, pages: null, built_at: null };
  return { ...status, site: state };
}
