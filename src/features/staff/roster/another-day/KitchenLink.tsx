import { staffPaths } from '#config/staff-paths.ts';
import { formatDate } from '#domain/dates.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { dayMessages } from '../messages.ts';

/** A link to the kitchen's list, which says what the children of the day may not eat. */
export const KitchenLink = ({ day }: { day: string }) => (
  <p className="no-print">
    <ButtonLink kind="line" small href={`${staffPaths.kitchen}?day=${day}`}>
      {dayMessages.kitchen(formatDate(day))}
    </ButtonLink>
  </p>
);
