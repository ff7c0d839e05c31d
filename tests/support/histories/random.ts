export type Pick = (below: number) => number;

/** Returns random numbers that are the same in every run (mulberry32). */
export function randomFrom(seed: number): Pick {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (((t ^ (t >>> 14)) >>> 0) % 1_000_003) % below;
  };
}

export const oneOf = <T>(pick: Pick, list: readonly T[]): T => {
  const chosen = list[pick(list.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
};
