/** Facts that pages write into any text: from settings and camps, so that a claim stands in one place. */
const siteFacts = [
  ...['product', 'years', 'foundingYear', 'families', 'rating', 'childrenPerCoach'],
  ...['dayStart', 'dayEnd'],
] as const;

/** A text that asks for something the page does not know, in words for the editor; null if nothing is wrong. */
export function placeholderProblem(text: string | undefined, also: readonly string[] = []): string | null {
  if (!text) return null;
  const known: readonly string[] = [...siteFacts, ...also];
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .find((name) => !known.includes(name));
  if (unknown !== undefined)
    return `This page cannot fill in {${unknown}}. It can fill in ${known.map((name) => `{${name}}`).join(', ')}.`;
  return /[{}]/.test(text.replace(/\{[^{}]*\}/g, ''))
    ? 'A bracket { or } has no partner. Add the other one or remove it.'
    : null;
}
