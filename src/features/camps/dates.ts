import { formatDays } from '#contract/format.ts';
import type { CampDate } from './model.ts';

/** "Mon 7 – Wed 9 Dec 2026"; without the year where the dates of one package stand side by side. */
export const datesText = ({ start, end }: Pick<CampDate, 'start' | 'end'>): string => formatDays(start, end);

export const shortDates = (camp: Pick<CampDate, 'start' | 'end'>): string =>
  datesText(camp).replace(/ \d{4}(?= –|$)/g, '');
