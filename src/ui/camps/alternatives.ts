import { paths } from '#config/paths.ts';
import { datesText, isBookable, spotsLeft, type CampDate, type Tier } from '#domain/camp.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import type { Alternative } from '../button-follow-up.ts';
import { askText, campMessages } from './messages.ts';

export const campWaitlistPath = ({ id }: Pick<CampDate, 'id'>): string => `${paths.waitlist}?camp=${id}`;

/**
 * Returns links for a camp that cannot be booked. If it is full, they lead to the waitlist and a chat. If it has no
 * price, there is only a chat.
 */
export function alternativesTo(camp: CampDate, tier: Pick<Tier, 'name'>, whatsapp: string): Alternative[] {
  if (isBookable(camp)) return [];
  const isFull = camp.priceCents !== null && spotsLeft(camp) === 0;
  const text = askText(tier.name, datesText(camp), camp.place, isFull);
  const chat = { label: campMessages.ask, href: whatsappLink(whatsapp, text) };
  return isFull ? [{ label: campMessages.waitlist, href: campWaitlistPath(camp) }, chat] : [chat];
}
