import type { Tier, Source, CampDate } from '#domain/camp.ts';
import type { CampLabels, CampView } from '../card/model.ts';

/** The key is a camp's id for a chosen date, or a base while no date is chosen. */
type Views = Partial<Record<string, Partial<CampView>>>;

export interface ChooserData {
  packages: { tier: Tier; dates: CampDate[]; views: Views }[];
  words: CampLabels;
  fullText: string;
  whatsapp: string;
  source: { spots: Source; places: Source };
}

export interface Card {
  card: HTMLElement;
  form: HTMLFormElement;
  button: HTMLElement;
  tier: Tier;
  dates: CampDate[];
  views: Views;
}
