/** Returns a `mailto:` link for a typed address. It is encoded, so that it cannot add a subject or a copy. */
export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}
