/** Kinds of camp that are sold (spec 2 §3), from the shortest. */
export const tierIds = ['spark', 'ignite', 'epic'] as const;
export type TierId = (typeof tierIds)[number];
