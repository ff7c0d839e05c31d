import type { PrivacyRead } from '#contract/family-privacy.ts';
import { useStore } from '@nanostores/react';
import { formatDate } from '#domain/dates.ts';
import { readMessages, readTexts } from './messages.ts';
import { childrenIn, readDays } from './model.ts';
import type { Receipt } from './receipt.ts';

export function ViewLog({ receipt, reads }: { receipt: Receipt; reads: readonly PrivacyRead[] }) {
  const child = useStore(receipt.$child);
  const children = childrenIn(reads);
  const days = readDays(reads, child);
  return (
    <section aria-labelledby="reads-title">
      <h2 id="reads-title">{readMessages.title}</h2>
      <div className="card privacy-reads">
        <p>{readMessages.lead}</p>
        {children.length > 1 && (
          <fieldset className="chips">
            <legend className="sr-only">{readMessages.filter}</legend>
            {[{ id: null, name: readMessages.everybody }, ...children].map(({ id, name }) => (
              <label key={id ?? 'all'} className="chip">
                <input type="radio" name="reads" checked={child === id} onChange={() => receipt.show(id)} />
                {name}
              </label>
            ))}
          </fieldset>
        )}
        {days.length === 0 && <p className="quiet">{readMessages.nobody}</p>}
        <ol>
          {days.map(({ day, people }) => (
            <li key={day}>
              <h3>{formatDate(day)}</h3>
              <ul>
                {people.map((person, index) => (
                  <li key={index} className="privacy-read">
                    <b>{readMessages.who(person)}</b>
                    <span>{readTexts(person.reads).join('; ')}</span>
                    <small className="numbers">{readMessages.times(person.times, person.at)}</small>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
