/** Returns the anchor of a question by its position in the list. Every page contains it, so it is short. */
export const questionId = (index: number): string => `q${index + 1}`;
