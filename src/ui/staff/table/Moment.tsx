import { formatClock, formatDate, today } from '#domain/dates.ts';

/** On a day as staff say it: the day, and the clock below. Of what is never a year old the year says nothing. */
export const Moment = ({ at, year = true }: { at: string; year?: boolean }) => (
  <>
    {formatDate(today(new Date(at)), { year })}
    <small>{formatClock(at)}</small>
  </>
);
