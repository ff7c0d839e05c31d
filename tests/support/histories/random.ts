/** Returns a random integer of at least 0 and less than `below`. */
export type RandomPick = (below: number) => number;

/** Returns a generator of random numbers that is the same in every run (mulberry32). */
export function createRandomPick(seed: number): RandomPick {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (((t ^ (t >>> 14)) >>> 0) % 1_000_003) % below;
  };
}

export const oneOf = <T>(pick: RandomPick, list: readonly T[]): T => {
  const chosen = list[pick(list.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
};
