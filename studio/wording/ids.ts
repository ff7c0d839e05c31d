const PREFIX = 'wording-';

/** The id of the document with a screen's changed sentences. */
export const wordingId = (screen: string): string => PREFIX + screen;

/** Returns the screen of a published document, draft or version, or '' for other documents. */
export function screenIdOf(documentId: string | undefined): string {
  const id = documentId?.split('.').at(-1) ?? '';
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length) : '';
}

/** Studio's notation for the path of a field. */
export const pathOf = (key: string): string => `changes[_key==${JSON.stringify(key)}]`;

/** Returns the sentence's key in such a path, or null. */
export const keyIn = (path: unknown): string | null =>
  typeof path === 'string' ? (/^changes\[_key=="(.*?)"\]/.exec(path)?.[1] ?? null) : null;
