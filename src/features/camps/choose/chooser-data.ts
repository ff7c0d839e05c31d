import type { Tier, Source, CampDate } from '#domain/camp.ts';
import type { CampLabels, CampView } from '../card/model.ts';

/** The card for each date by the camp's id, and the card without a date by the base. */
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
