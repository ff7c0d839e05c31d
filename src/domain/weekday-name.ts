/** Returns the name of a weekday as families read it. Rules compare `weekdayOf`, which is the same in all languages. */
export { weekdayOf as weekdayName } from './dates.ts';
