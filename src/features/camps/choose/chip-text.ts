import { isBookable, shortDates, type CampDate } from '#domain/camp.ts';

/** The label of a date's button: the days, and whether the camp is full. */
export const chipText = (camp: CampDate, fullText: string): string =>
  shortDates(camp) + (isBookable(camp) ? '' : `: ${fullText}`);
