/**
 * The steps of a child's profile (spec 1 §3). `people` and `pickup` are lists of people, and the others have plain
 * fields.
 */
export const stepIds = ['about', 'health', 'body', 'doctor', 'ways', 'people', 'pickup'] as const;

export type StepId = (typeof stepIds)[number];
