const PREFIX = 'wording-';

/** Returns the id of the document with a screen's changed sentences. */
export const wordingId = (screen: string): string => PREFIX + screen;

/** Returns the screen of a published document, draft or version. Returns '' for other documents. */
export function screenIdOf(documentId: string | undefined): string {
  const id = documentId?.split('.').at(-1) ?? '';
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length) : '';
}

/** Returns the path of a field in Studio's notation. */
export const pathOf = (key: string): string => `changes[_key==${JSON.stringify(key)}]`;

/** Returns the key of the sentence in such a path, or null. */
export const keyIn = (path: unknown): string | null =>
  typeof path === 'string' ? (/^changes\[_key=="(.*?)"\]/.exec(path)?.[1] ?? null) : null;
