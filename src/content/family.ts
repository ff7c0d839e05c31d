import { getSuccessPage } from './pages/words.ts';
import { getBases } from './people.ts';

/** What the family's screens say in content's words: what to bring, and the maps of places, by address and by name. */
export async function getFamilyContent() {
  const [{ classes, camps }, { items: bases }] = await Promise.all([getSuccessPage(), getBases()]);
  const maps = bases.flatMap(({ name, shortName, address, mapUrl }) =>
    mapUrl ? [name, shortName, address].flatMap((key) => (key ? [[key, mapUrl] as const] : [])) : [],
  );
  return {
    bring: { classes: classes?.bring ?? [], camps: camps?.bring ?? [] },
    maps: Object.fromEntries(maps),
  };
}
