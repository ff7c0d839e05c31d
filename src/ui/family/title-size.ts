/** Letters of a name that a title still holds in its full size. */
const MOST = 28;

/** A long name as a title is set smaller, so that it stands beside what belongs to it. */
export const titleSize = (name: string): string | undefined =>
  name.length > MOST ? 'long-title' : undefined;
