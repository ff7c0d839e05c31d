/** "4–6"; one number if both are the same. */
export const formatRange = (from: number, to: number): string =>
  from === to ? String(from) : `${from}–${to}`;
