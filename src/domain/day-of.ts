import { formatDate, today } from './dates.ts';

export const dayOf = (moment: string): string => formatDate(today(new Date(moment)));
