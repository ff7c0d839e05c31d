/** Splits a text before and after its highlight. If the text does not contain the highlight, nothing is marked. */
export function aroundHighlight(text: string, highlight: string): [string, string, string] {
  const at = highlight === '' ? -1 : text.indexOf(highlight);
  if (at < 0) return [text, '', ''];
  return [text.slice(0, at), highlight, text.slice(at + highlight.length)];
}
