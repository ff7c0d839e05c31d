/** Characters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Isolates a right-to-left name, which would otherwise reorder the punctuation and numbers beside it. */
export const isolateName = (name: string): string =>
  RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
