/** Content for this screen. It says what to bring. `maps` has map links by the address and by the name of a base. */
export interface Content {
  bring: { classes: string[]; camps: string[] };
  maps: Record<string, string>;
}

export const mapOf = (
  { maps }: Pick<Content, 'maps'>,
  { place, address }: { place: string; address: string | null },
): string | null => maps[address ?? ''] ?? maps[place] ?? null;
