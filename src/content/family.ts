import { getSuccessPage } from './pages/text-pages.ts';
import { getBases } from './people.ts';

/** Returns content for the family screens: what to bring, and map links by a place's address or name. */
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
