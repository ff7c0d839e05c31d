/** Facts that pages fill into any text. They come from settings and camps, so that each fact is stored once. */
const siteFacts = [
  ...['product', 'years', 'foundingYear', 'families', 'rating', 'childrenPerCoach'],
  ...['dayStart', 'dayEnd'],
] as const;

/** The problem of a text with a placeholder that the page cannot fill, as a message for the editor, or null. */
export function placeholderProblem(text: string | undefined, also: readonly string[] = []): string | null {
  if (!text) return null;
  const known: readonly string[] = [...siteFacts, ...also];
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .find((name) => !known.includes(name));
  if (unknown !== undefined)
    return `This page can’t fill in {${unknown}}. It can fill in ${known.map((name) => `{${name}}`).join(', ')}.`;
  return /[{}]/.test(text.replace(/\{[^{}]*\}/g, ''))
    ? 'A bracket { or } has no partner. Add the other one or remove it.'
    : null;
}
