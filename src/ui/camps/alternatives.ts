import { paths } from '#config/paths.ts';
import { datesText, isBookable, spotsLeft, type CampDate, type Tier } from '#domain/camp.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import type { Alternative } from '../button-follow-up.ts';
import { askText, campWords } from './words.ts';

export const campWaitlistPath = ({ id }: Pick<CampDate, 'id'>): string => `${paths.waitlist}?camp=${id}`;

/**
 * Where a camp that cannot be booked leads: a full one to its waitlist, and to a chat; one without a price to a chat.
 */
export function alternativesTo(camp: CampDate, tier: Pick<Tier, 'name'>, whatsapp: string): Alternative[] {
  if (isBookable(camp)) return [];
  const isFull = spotsLeft(camp) === 0;
  const text = askText(tier.name, datesText(camp), camp.place, isFull);
  const chat = { label: campWords.ask, href: whatsappLink(whatsapp, text) };
  return isFull ? [{ label: campWords.waitlist, href: campWaitlistPath(camp) }, chat] : [chat];
}
