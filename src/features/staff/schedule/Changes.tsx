import type { PlaceChange } from '#contract/management-schedule.ts';
import { formMessages, placeMessages, valueMessage } from './messages.ts';

/** Recent changes with their authors. */
export function Changes({
  changes,
  named,
}: {
  changes: readonly PlaceChange[];
  named: ReadonlyMap<string, string>;
}) {
  return (
    <section className="sheet" aria-labelledby="place-changes">
      <header>
        <h3 id="place-changes">{placeMessages.changes}</h3>
      </header>
      {changes.length === 0 ? (
        <p className="quiet">{placeMessages.unchanged}</p>
      ) : (
        <ul>
          {changes.map(({ at, by, before, after }) => (
            <li key={`${at} ${Object.keys(after ?? {}).join()}`}>
              <p>
                {after === null && placeMessages.made}
                {Object.entries(after ?? {})
                  .map(([field, is]) =>
                    formMessages.change(field, valueMessage(before?.[field], named), valueMessage(is, named)),
                  )
                  .join(' · ')}
              </p>
              <p className="quiet">{placeMessages.by(by, at)}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
