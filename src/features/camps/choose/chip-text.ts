import { isBookable, shortDates, type CampDate } from '#domain/camp.ts';
import { campMessages } from '#ui/camps/messages.ts';

/** The label of a date's button: the days, and whether the camp is full or not on sale yet. */
export const chipText = (camp: CampDate, fullText: string): string =>
  shortDates(camp) + (isBookable(camp) ? '' : `: ${camp.priceCents === null ? campMessages.soon : fullText}`);
