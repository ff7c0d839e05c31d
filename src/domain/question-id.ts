/** Anchor of a page's question, by its place in the list: short, for it stands on every page. */
export const questionId = (index: number): string => `q${index + 1}`;
