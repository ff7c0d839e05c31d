/** Kinds of camp that are sold (spec 2 §3), from the shortest. */
export const tierIds = ['spark', 'ignite', 'epic'] as const;
export type TierId = (typeof tierIds)[number];

/** Levels of the journey: those of the camps, and what comes after them. */
export const levelIds = [...tierIds, 'fire'] as const;
