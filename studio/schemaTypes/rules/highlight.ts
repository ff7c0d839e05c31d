export function highlightProblem(highlight: string | undefined, text: string): string | null {
  if (!highlight || text.includes(highlight)) return null;
  return text.toLowerCase().includes(highlight.toLowerCase())
    ? 'The text has these words with different capital letters. Copy them exactly.'
    : 'The text does not have these words. Copy them exactly.';
}
