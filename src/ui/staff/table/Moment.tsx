import { formatClock, formatDate, today } from '#domain/dates.ts';

export const Moment = ({ at, year = true }: { at: string; year?: boolean }) => (
  <>
    {formatDate(today(new Date(at)), { year })}
    <small>{formatClock(at)}</small>
  </>
);
