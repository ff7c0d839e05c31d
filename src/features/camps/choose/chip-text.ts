import { isBookable, shortDates, type CampDate } from '#domain/camp.ts';
import { campMessages } from '#ui/camps/messages.ts';

export const chipText = (camp: CampDate, fullText: string): string =>
  shortDates(camp) + (isBookable(camp) ? '' : `: ${camp.priceCents === null ? campMessages.soon : fullText}`);
