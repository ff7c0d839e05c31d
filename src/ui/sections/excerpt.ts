/** Returns the beginning of an answer, cut between words. */
export function excerptOf(answer: string, characters: number): string {
  const line = answer.replace(/\s+/g, ' ').trim();
  if (line.length <= characters) return line;
  const cut = line.slice(0, characters - 1);
  const end = line[characters - 1] === ' ' ? cut.length : cut.lastIndexOf(' ');
  return `${(end > 0 ? cut.slice(0, end) : cut).replace(/[\s,;:.–—-]+$/, '')}…`;
}
