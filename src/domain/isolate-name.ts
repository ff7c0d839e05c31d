/** Letters of scripts written from right to left. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A right-to-left name would reorder the punctuation and numbers beside it. */
export const isolateName = (name: string): string =>
  FROM_THE_RIGHT.test(name) ? `\u2068${name}\u2069` : name;
