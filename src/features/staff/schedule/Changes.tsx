import type { PlaceChange } from '#contract/management-schedule.ts';
import { formWords, placeWords, valueWords } from './messages.ts';

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
        <h3 id="place-changes">{placeWords.changes}</h3>
      </header>
      {changes.length === 0 ? (
        <p className="quiet">{placeWords.unchanged}</p>
      ) : (
        <ul>
          {changes.map(({ at, by, before, after }) => (
            <li key={`${at} ${Object.keys(after ?? {}).join()}`}>
              <p>
                {after === null && placeWords.made}
                {Object.entries(after ?? {})
                  .map(([field, is]) =>
                    formWords.change(field, valueWords(before?.[field], named), valueWords(is, named)),
                  )
                  .join(' · ')}
              </p>
              <p className="quiet">{placeWords.by(by, at)}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
