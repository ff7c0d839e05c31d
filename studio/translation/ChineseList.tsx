import { useCallback, useEffect, useState } from 'react';
import { useClient } from 'sanity';
import { IntentLink } from 'sanity/router';
import { withProduct } from '../../src/config/brand.ts';
import type { Document } from '../../src/config/text-sources.ts';
import { Sheet } from '../components/Sheet.tsx';
import type { Reading } from '../overview/useRead.ts';
import { countTranslations, type Progress } from './count.ts';
import '../wording/wording.css';

const query = '*[!(_type match "sanity.*") && !(_type match "system.*")]';

/** Returns how far all documents and screens are translated. This is read only once, because it needs all documents. */
export function useProgress(): Reading<Progress[]> {
  const client = useClient({ apiVersion: '2025-02-19' });
  const [reading, setReading] = useState<Reading<Progress[]>>({ state: 'loading' });
  const [turn, setTurn] = useState(0);
  const retry = useCallback(() => setTurn((now) => now + 1), []);
  useEffect(() => {
    let isCurrent = true;
    client
      .withConfig({ perspective: 'published', useCdn: false })
      .fetch<Document[]>(query)
      .then(
        (documents) => isCurrent && setReading({ state: 'ready', value: countTranslations(documents) }),
        (error: unknown) => isCurrent && setReading({ state: 'failed', why: String(error), retry }),
      );
    return () => {
      isCurrent = false;
    };
  }, [client, turn, retry]);
  return reading;
}

/** Lists every document and screen with its progress. A click opens the translations. */
export function ChineseList() {
  const reading = useProgress();
  const [search, setSearch] = useState('');
  return (
    <Sheet title="Chinese texts">
      {reading.state === 'loading' && <p>Loading…</p>}
      {reading.state === 'failed' && <p role="alert">The texts did not load. {reading.why}</p>}
      {reading.state === 'ready' && (
        <div className="wording">
          <p>{summaryOf(reading.value)}</p>
          <div className="search">
            <input
              type="search"
              aria-label="Find a document or a screen"
              placeholder="Find a document or a screen"
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          </div>
          <ul>
            {reading.value
              .filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
              .map((one) => (
                <li key={one.id}>
                  <ProgressLine {...one} />
                </li>
              ))}
          </ul>
        </div>
      )}
    </Sheet>
  );
}

export const ProgressLine = ({ id, title, total, missing, unread, outdated }: Progress) => (
  <>
    <IntentLink intent="edit" params={{ id, type: 'translation' }}>
      {withProduct(title)}
    </IntentLink>{' '}
    <small>
      {[
        `${total - missing} of ${total}`,
        unread > 0 && `${unread} proposed, not read`,
        outdated > 0 && `${outdated} out of date`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </small>
  </>
);

export function summaryOf(list: readonly Progress[]): string {
  const sum = (count: (one: Progress) => number) => list.reduce((total, one) => total + count(one), 0);
  const total = sum((one) => one.total);
  const parts = [
    `${total - sum((one) => one.missing)} of ${total} texts are in Chinese; the others are shown in English.`,
    `${sum((one) => one.outdated)} are out of date, and ${sum((one) => one.unread)} are proposed and not read.`,
  ];
  return parts.join(' ');
}
