import type { Tier, Source, CampDate } from '#domain/camp.ts';
import type { TierCardWords, TierCardView } from './tier-card.ts';

/** What the page's build knows of the packages. */
export interface ChooserData {
  /** `views` has the card for each date by the camp's id, and the card without a date by the base. */
  packages: { tier: Tier; dates: CampDate[]; views: Partial<Record<string, TierCardView>> }[];
  words: TierCardWords;
  fullText: string;
  whatsapp: string;
  source: { spots: Source; places: Source };
}

/** A package on the page, with its current dates. */
export interface Card {
  card: HTMLElement;
  form: HTMLFormElement;
  button: HTMLElement;
  tier: Tier;
  dates: CampDate[];
  views: Partial<Record<string, TierCardView>>;
}
