/**
 * A link to a text on a page: its anchor, if it has one, and a text fragment that the browser scrolls to and
 * highlights.
 */
export function buildTextLink(path: string, words: string, anchor = ''): string {
  const fragment = encodeURIComponent(words.trim()).replaceAll('-', '%2D');
  return `${path}#${anchor}${fragment ? `:~:text=${fragment}` : ''}`;
}
