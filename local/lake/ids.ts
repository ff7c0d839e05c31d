import { randomBytes } from 'node:crypto';

export function newId(length = 22): string {
  const letters = randomBytes(length * 2)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '');
  return letters.slice(0, length);
}

/** Documents with a dot in their id (`drafts.x`, `versions.r1.x`) are hidden from visitors and webhooks. */
export const isPrivate = (id: string) => id.includes('.');

/** `drafts.x` and `versions.r1.x` become `x`. */
export const publishedId = (id: string) => id.replace(/^(drafts|versions\.[^.]+)\./, '');

/** Returns the layer of a document: `published`, `drafts`, or the name of a release. */
export function layerOf(id: string): string {
  if (id.startsWith('drafts.')) return 'drafts';
  return /^versions\.([^.]+)\./.exec(id)?.[1] ?? 'published';
}

/** The Content Lake's rule for ids. */
export const isValidId = (id: string) => /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/.test(id) && !id.includes('..');
