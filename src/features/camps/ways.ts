import { paths } from '../../config/paths.ts';
import { whatsappLink } from '../../domain/whatsapp.ts';
import type { Way } from './beside.ts';
import { datesText } from './dates.ts';
import { askText, messages } from './messages.ts';
import { isBookable, spotsLeft, type CampDate, type Tier } from './model.ts';

export const waitlistFor = (camp: Pick<CampDate, 'id'>): string => `${paths.waitlist}?camp=${camp.id}`;

/** Where a camp that cannot be booked leads: a full one to its waitlist, and to a chat; one without a price to a chat. */
export function waysOf(camp: CampDate, tier: Pick<Tier, 'name'>, whatsapp: string): Way[] {
  if (isBookable(camp)) return [];
  const isFull = spotsLeft(camp) === 0;
  const text = askText(tier.name, datesText(camp), camp.place, isFull);
  const chat = { label: messages.ask, href: whatsappLink(whatsapp, text) };
  return isFull ? [{ label: messages.waitlist, href: waitlistFor(camp) }, chat] : [chat];
}
