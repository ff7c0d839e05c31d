/**
 * The very place of a text on a page: its anchor where it has one, and the words that the browser looks for and marks.
 */
export function placeOf(path: string, words: string, anchor = ''): string {
  const said = encodeURIComponent(words.trim()).replaceAll('-', '%2D');
  return `${path}#${anchor}${said ? `:~:text=${said}` : ''}`;
}
