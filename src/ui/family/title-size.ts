/** Longest name, in characters, that a title shows in full size. */
const MOST = 28;

/** A long name gets a smaller title, so that it fits beside the elements next to it. */
export const titleSize = (name: string): string | undefined =>
  name.length > MOST ? 'long-title' : undefined;
