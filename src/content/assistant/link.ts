/**
 * A link to a text on a page: its anchor, if it has one, and a text fragment that the browser scrolls to and
 * highlights.
 */
export function placeOf(path: string, words: string, anchor = ''): string {
  const said = encodeURIComponent(words.trim()).replaceAll('-', '%2D');
  return `${path}#${anchor}${said ? `:~:text=${said}` : ''}`;
}
