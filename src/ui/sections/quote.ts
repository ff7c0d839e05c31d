/** A parent's words before, in and after the part that is marked; a highlight that is not among them marks none. */
export function aroundHighlight(text: string, highlight: string): [string, string, string] {
  const at = highlight === '' ? -1 : text.indexOf(highlight);
  if (at < 0) return [text, '', ''];
  return [text.slice(0, at), highlight, text.slice(at + highlight.length)];
}
