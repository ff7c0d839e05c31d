import type { Tier, Source, CampDate } from '#domain/camp.ts';
import type { TierCardWords, TierCardView } from './tier-card.ts';

export interface ChooserData {
  /** `views` has the card for each date by the camp's id, and the card without a date by the base. */
  packages: { tier: Tier; dates: CampDate[]; views: Partial<Record<string, TierCardView>> }[];
  words: TierCardWords;
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
  views: Partial<Record<string, TierCardView>>;
}
