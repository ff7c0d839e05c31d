/** A day's name as families read it; rules compare `weekdayOf`, which is the same in all languages. */
export { weekdayOf as weekdayName } from './dates.ts';
