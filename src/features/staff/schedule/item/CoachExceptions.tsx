import type { CoachException } from '#contract/management-schedule.ts';
import { exceptionMessages, itemMessages } from '../messages.ts';

/** Lists the coaches who were assigned although they were absent or double booked, with the reasons. */
export function CoachExceptions({ exceptions }: { exceptions: readonly CoachException[] }) {
  if (exceptions.length === 0) return null;
  return (
    <section className="sheet" aria-labelledby="coach-exceptions">
      <header>
        <h3 id="coach-exceptions">{exceptionMessages.title}</h3>
      </header>
      <ul>
        {exceptions.map(({ id, coach, kinds, reason, by, at }) => (
          <li key={id}>
            <p>{exceptionMessages.text(coach, kinds)}</p>
            <p>{exceptionMessages.reason(reason)}</p>
            <p className="quiet">{itemMessages.changedBy(by, at)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
