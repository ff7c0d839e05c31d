import type { ScheduleChange } from '#contract/management-schedule.ts';
import { formMessages, itemMessages, valueMessage } from '../messages.ts';

export function Changes({
  changes,
  names,
}: {
  changes: readonly ScheduleChange[];
  names: ReadonlyMap<string, string>;
}) {
  return (
    <section className="sheet" aria-labelledby="item-changes">
      <header>
        <h3 id="item-changes">{itemMessages.changes}</h3>
      </header>
      {changes.length === 0 ? (
        <p className="quiet">{itemMessages.noChanges}</p>
      ) : (
        <ul>
          {changes.map(({ at, by, before, after }) => (
            <li key={`${at} ${JSON.stringify([before, after])}`}>
              <p>
                {after === null && itemMessages.created}
                {Object.entries(after ?? {})
                  .map(([field, value]) => {
                    const old = valueMessage(before?.[field], names);
                    const current = valueMessage(value, names);
                    if (field === 'cancelled_day')
                      return value === null ? formMessages.dayHeld(old) : formMessages.dayCancelled(current);
                    return formMessages.became(field, old, current);
                  })
                  .join(' · ')}
              </p>
              <p className="quiet">{itemMessages.changedBy(by, at)}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
