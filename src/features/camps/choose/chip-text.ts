import { isBookable, shortDates, type CampDate } from '#domain/camp.ts';
import { formatMoney } from '#domain/money.ts';
import { campMessages } from '#ui/camps/messages.ts';

export const chipText = (camp: CampDate, fullText: string): string =>
  shortDates(camp) + (isBookable(camp) ? '' : `: ${camp.priceCents === null ? campMessages.soon : fullText}`);

/** Returns the price and the place, by which parents compare dates. A camp that cannot be booked shows no price. */
export const priceAndPlace = (camp: CampDate): string =>
  [isBookable(camp) && camp.priceCents !== null ? formatMoney(camp.priceCents) : '', camp.place]
    .filter(Boolean)
    .join(' · ');
