/**
 * A letter to an address as somebody typed it: what a mail program would take for a subject or a copy is part of it.
 */
export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}
