/** Anchor of a question by its position in the list; it is short, because every page contains it. */
export const questionId = (index: number): string => `q${index + 1}`;
