import { formatClock, formatDate, today } from '../../../domain/dates.ts';

/** On a day as staff say it: the day, and the clock below. */
export const Moment = ({ at }: { at: string }) => (
  <>
    {formatDate(today(new Date(at)))}
    <small>{formatClock(at)}</small>
  </>
);
