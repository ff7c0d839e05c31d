import type { Tier, Source, CampDate } from '#domain/camp.ts';
import type { TierCardWords, TierCardView } from './tier-card.ts';

/** What the page's build knows of the packages. */
export interface ChooserData {
  /** `views`: the card for each date that may be chosen, by the camp, and without one, by the base. */
  packages: { tier: Tier; dates: CampDate[]; views: Partial<Record<string, TierCardView>> }[];
  words: TierCardWords;
  fullText: string;
  whatsapp: string;
  source: { spots: Source; places: Source };
}

/** A package on the page, with the dates that it has now. */
export interface Card {
  card: HTMLElement;
  form: HTMLFormElement;
  button: HTMLElement;
  tier: Tier;
  dates: CampDate[];
  views: Partial<Record<string, TierCardView>>;
}
