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
    return `{${unknown}} is nothing this page can fill in. It knows ${known.map((name) => `{${name}}`).join(', ')}.`;
  return /[{}]/.test(text.replace(/\{[^{}]*\}/g, '')) ? 'A bracket { or } stands alone.' : null;
}
