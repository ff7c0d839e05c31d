const PREFIX = 'wording-';

/** The id of a screen's only document. */
export const wordingId = (screen: string): string => PREFIX + screen;

/** The screen of a document, published, draft or version; empty for another document. */
export function screenIdOf(documentId: string | undefined): string {
  const id = documentId?.split('.').at(-1) ?? '';
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length) : '';
}

/** In Studio's notation for the address of a field. */
export const pathOf = (key: string): string => `changes[_key==${JSON.stringify(key)}]`;

/** The sentence's key in such a path; null without one. */
export const keyIn = (path: unknown): string | null =>
  typeof path === 'string' ? (/^changes\[_key=="(.*?)"\]/.exec(path)?.[1] ?? null) : null;
