import { formatClock, formatDate, today } from '#domain/dates.ts';

/** A date with the time below it. `year` is false for dates that are never a year old. */
export const Moment = ({ at, year = true }: { at: string; year?: boolean }) => (
  <>
    {formatDate(today(new Date(at)), { year })}
    <small>{formatClock(at)}</small>
  </>
);
