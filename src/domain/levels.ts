/** The levels of the ladder, from a first time on a board to the top. */
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
