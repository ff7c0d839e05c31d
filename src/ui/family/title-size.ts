/** The number of characters above which a name gets a smaller title. */
const MAX_FULL_SIZE = 28;

/** Returns the class of a title. A long name gets a smaller title, so that it fits beside other elements. */
export const titleSize = (name: string): string | undefined =>
  name.length > MAX_FULL_SIZE ? 'long-title' : undefined;
