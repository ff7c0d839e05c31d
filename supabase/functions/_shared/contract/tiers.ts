/** Kinds of camp that are sold (spec 2 §3), from the shortest. */
export const tierIds = ['spark', 'ignite', 'epic'] as const;
export type TierId = (typeof tierIds)[number];

/** Only EPIC camps have a night in a tent (spec 2 §2); the same as `private.has_night` in SQL. */
export const hasNight = (tier: string | null | undefined): boolean => tier === 'epic';

/** Levels of the journey: the camps, then the level after them. */
export const levelIds = [...tierIds, 'fire'] as const;
