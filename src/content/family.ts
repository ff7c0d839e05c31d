import { getSuccessPage } from './pages/text-pages.ts';
import { getBases } from './people.ts';

/** The content of the family's screens: what to bring, and map links by address and by name of a place. */
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
