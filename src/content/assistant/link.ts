/**
 * Returns a link to some words of a page. Its text fragment (`:~:text=`) makes the browser scroll to the words and
 * highlight them.
 */
export function buildTextLink(path: string, words: string, anchor = ''): string {
  const fragment = encodeURIComponent(words.trim()).replaceAll('-', '%2D');
  return `${path}#${anchor}${fragment ? `:~:text=${fragment}` : ''}`;
}
