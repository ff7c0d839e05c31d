/** Of a date among its package's: a link to it chooses it, also where it was followed before any script was there. */
export const packageId = (campId: string): string => `package-${campId}`;
