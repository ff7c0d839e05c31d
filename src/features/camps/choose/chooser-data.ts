import type { Tier, Source, CampDate } from '#domain/camp.ts';
import type { CampLabels, CampView } from '../card/model.ts';

/** Views of a package. The key is a camp's id for a chosen date, or a base while no date is chosen. */
type Views = Partial<Record<string, Partial<CampView>>>;

export interface ChooserData {
  packages: { tier: Tier; dates: CampDate[]; views: Views }[];
  words: CampLabels;
  fullText: string;
  whatsapp: string;
  source: { spots: Source; places: Source };
}

/** The fields that `bind` needs in every view. */
const always = ['fill', 'waits'];

/**
 * Returns the views without the fields that are equal in all views of a package, because its card already shows those.
 */
export function changingFields(all: readonly (readonly [key: string, view: Partial<CampView>])[]): Views {
  const isChanging = (field: string) =>
    always.includes(field) ||
    new Set(all.map(([, view]) => JSON.stringify(Object.entries(view).find(([name]) => name === field))))
      .size > 1;
  return Object.fromEntries(
    all.map(([key, view]) => [
      key,
      Object.fromEntries(Object.entries(view).filter(([field]) => isChanging(field))),
    ]),
  );
}

export interface Card {
  card: HTMLElement;
  form: HTMLFormElement;
  button: HTMLElement;
  tier: Tier;
  dates: CampDate[];
  views: Views;
}
