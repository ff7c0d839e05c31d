/** What content gives the family's screens: what to bring, and map links by address and by name of a place. */
export interface Content {
  bring: { classes: string[]; camps: string[] };
  maps: Record<string, string>;
}

export const mapOf = (
  { maps }: Pick<Content, 'maps'>,
  { place, address }: { place: string; address: string | null },
): string | null => maps[address ?? ''] ?? maps[place] ?? null;
