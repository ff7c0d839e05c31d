import { useCallback, useEffect, useState } from 'react';
import { type SanityClient, useClient, useSchema } from 'sanity';
import { IntentLink } from 'sanity/router';
import { formatMoment } from '../../supabase/functions/_shared/contract/format.ts';
import { brand } from '../../src/config/brand.ts';
import { promotionsPath } from '../../src/config/promotions-path.ts';
import { Sheet } from '../components/Sheet.tsx';
import { readOverview } from '../overview/api.ts';
import { useRead } from '../overview/useRead.ts';
import {
  codeMoments,
  inOrder,
  momentsOf,
  monthOf,
  type PlannedDocument,
  type PlannedMoment,
  planQuery,
  type Release,
  releaseMoments,
  releasesQuery,
} from './planned-moments.ts';

/** The plan also shows what began or ended within this time before now, in milliseconds. */
const BACK_MS = 31 * 24 * 60 * 60 * 1000;

/**
 * Shows everything that starts or ends automatically, by month: prices, early birds, announcements, popups, pages and
 * their sections, scheduled drafts, releases and promotion codes.
 */
export function PlanCalendar() {
  const client = useClient({ apiVersion: '2025-02-19' });
  const moments = useContentMoments(client);
  const facts = useRead(
    useCallback((signal: AbortSignal) => readOverview(client.config().token ?? '', signal), [client]),
  );
  const [now] = useState(() => Date.now());
  if (moments === null || facts.state === 'loading') return <Sheet title="Loading…">Loading the plan.</Sheet>;
  if (moments === 'failed')
    return <Sheet title="Not loaded">The plan did not load. Reload the page to try again.</Sheet>;
  const site = facts.state === 'ready' ? facts.value.site_url : null;
  const codes = facts.state === 'ready' ? codeMoments(facts.value.codes) : [];
  const shownMoments = inOrder([...moments, ...codes]).filter(({ at }) => Date.parse(at) > now - BACK_MS);
  const months = [...new Set(shownMoments.map(({ at }) => monthOf(at, brand.timeZone)))];
  return (
    <Sheet title="What is planned">
      <p>
        Everything published that starts or ends on a date, in Singapore time. Promotion codes are created{' '}
        {site ? (
          <a href={promotionsAt(site)} target="_blank" rel="noreferrer">
            in Management
          </a>
        ) : (
          'in Management'
        )}
        .
      </p>
      {facts.state === 'failed' && (
        <p role="alert">
          Promotion codes are missing here, because they did not load. {facts.why}{' '}
          <button type="button" onClick={facts.retry}>
            Try again
          </button>
        </p>
      )}
      {shownMoments.length === 0 && (
        <p>
          Nothing is planned. To plan something, enter “From” or “Until” in an announcement, a popup, a page,
          a section, a testimonial, an early bird or the time on sale, or add a planned price. Then publish
          it.
        </p>
      )}
      {months.map((month) => (
        <section key={month} aria-label={nameOf(month)}>
          <h3>{nameOf(month)}</h3>
          <ul>
            {shownMoments
              .filter(({ at }) => monthOf(at, brand.timeZone) === month)
              .map((moment) => (
                <PlanLine
                  key={`${moment.type} ${moment.what} ${moment.at}`}
                  moment={moment}
                  now={now}
                  site={site}
                />
              ))}
          </ul>
        </section>
      ))}
    </Sheet>
  );
}

interface LineProps {
  moment: PlannedMoment;
  now: number;
  site: string | null;
}

function PlanLine({ moment: { at, what, type, field }, now, site }: LineProps) {
  const schema = useSchema();
  return (
    <li>
      <b>{formatMoment(at)}</b> {Date.parse(at) <= now && <small>(done)</small>}
      <br />
      {field ? (
        <IntentLink
          intent="edit"
          params={{ id: field.documentId, type, ...(field.path ? { path: field.path } : {}) }}
        >
          {what}
        </IntentLink>
      ) : site && type === 'code' ? (
        <a href={promotionsAt(site)} target="_blank" rel="noreferrer">
          {what}
        </a>
      ) : (
        what
      )}{' '}
      <small>{otherKinds[type] ?? schema.get(type)?.title ?? type}</small>
    </li>
  );
}

const promotionsAt = (site: string) => new URL(promotionsPath, site).href;

const otherKinds: Record<string, string> = { release: 'Release', code: 'Promotion code, in Management' };

/** Reads what is planned in content, and reads it again after each publication. Returns null until it is read. */
function useContentMoments(client: SanityClient): PlannedMoment[] | 'failed' | null {
  const [moments, setMoments] = useState<PlannedMoment[] | 'failed' | null>(null);
  useEffect(() => {
    let current = true;
    const read = async () => {
      const [documents, releases] = await Promise.all([
        client.withConfig({ perspective: 'published' }).fetch<PlannedDocument[]>(planQuery),
        client.withConfig({ perspective: 'raw' }).fetch<Release[]>(releasesQuery),
      ]);
      return [...momentsOf(documents), ...releaseMoments(releases)];
    };
    const show = () =>
      void read().then(
        (found) => current && setMoments(found),
        () => current && setMoments('failed'),
      );
    show();
    const changes = client.listen(
      '*[!(_id in path("drafts.**"))]',
      {},
      { visibility: 'query', includeResult: false },
    );
    const listening = changes.subscribe(show);
    return () => {
      current = false;
      listening.unsubscribe();
    };
  }, [client]);
  return moments;
}

/** Returns a title such as “January 2027”. */
const nameOf = (month: string): string =>
  new Date(`${month}-15T00:00:00Z`).toLocaleDateString(brand.locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
