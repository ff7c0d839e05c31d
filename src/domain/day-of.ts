import { formatDate, today } from './dates.ts';

/** The date of a moment: "Sat 21 Nov 2026". */
export const dayOf = (moment: string): string => formatDate(today(new Date(moment)));
