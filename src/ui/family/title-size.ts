/** In characters. Longer names get a smaller title. */
const MAX_FULL_SIZE = 28;

/** A long name gets a smaller title, so that it fits beside other elements. */
export const titleSize = (name: string): string | undefined =>
  name.length > MAX_FULL_SIZE ? 'long-title' : undefined;
