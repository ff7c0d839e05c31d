import { useEffect, useState } from 'react';
import { useClient, useSchema } from 'sanity';
import { IntentLink } from 'sanity/router';
import { formatMoment } from '../../supabase/functions/_shared/contract/format.ts';
import { brand } from '../../src/config/brand.ts';
import { Sheet } from '../components/Sheet.tsx';
import { momentsOf, monthOf, planQuery, type PlannedDocument, type PlannedMoment } from './moments.ts';

/** The plan shows what has begun or ended within this time, in ms. */
const BACK_MS = 31 * 24 * 60 * 60 * 1000;

/**
 * Shows by month everything that starts or ends automatically: prices, early birds, announcements, popups and
 * sections.
 */
export function PlanCalendar() {
  const client = useClient({ apiVersion: '2025-02-19' });
  const schema = useSchema();
  const [moments, setMoments] = useState<PlannedMoment[] | 'failed' | null>(null);
  const [now] = useState(() => Date.now());
  useEffect(() => {
    let current = true;
    const read = () =>
      client
        .withConfig({ perspective: 'published' })
        .fetch<PlannedDocument[]>(planQuery)
        .then(
          (documents) => current && setMoments(momentsOf(documents)),
          () => current && setMoments('failed'),
        );
    void read();
    const changes = client.listen(
      '*[!(_id in path("drafts.**"))]',
      {},
      { visibility: 'query', includeResult: false },
    );
    const listening = changes.subscribe(() => void read());
    return () => {
      current = false;
      listening.unsubscribe();
    };
  }, [client]);

  if (moments === null) return <Sheet title="Loading…">Loading the plan.</Sheet>;
  if (moments === 'failed')
    return <Sheet title="Not known">The plan did not load. Reload the page to try again.</Sheet>;
  const shownMoments = moments.filter(({ at }) => Date.parse(at) > now - BACK_MS);
  const months = [...new Set(shownMoments.map(({ at }) => monthOf(at, brand.timeZone)))];
  return (
    <Sheet title="What is planned">
      <p>
        Everything published that starts or ends on a date, in Singapore time. Promotion codes are not here:
        see Promotion codes in the office.
      </p>
      {shownMoments.length === 0 && (
        <p>
          Nothing is planned. To plan something, enter “From” or “Until” in an announcement, a popup, a
          section, a testimonial, an early bird or the time on sale, or add a planned price. Then publish it.
        </p>
      )}
      {months.map((month) => (
        <section key={month} aria-label={nameOf(month)}>
          <h3>{nameOf(month)}</h3>
          <ul>
            {shownMoments
              .filter(({ at }) => monthOf(at, brand.timeZone) === month)
              .map(({ at, documentId, type, path, what }) => (
                <li key={`${documentId} ${what} ${at}`}>
                  <b>{formatMoment(at)}</b> {Date.parse(at) <= now && <small>(done)</small>}
                  <br />
                  <IntentLink intent="edit" params={{ id: documentId, type, path }}>
                    {what}
                  </IntentLink>{' '}
                  <small>{schema.get(type)?.title ?? type}</small>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Sheet>
  );
}

/** Returns a title such as “January 2027”. */
const nameOf = (month: string): string =>
  new Date(`${month}-15T00:00:00Z`).toLocaleDateString(brand.locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
