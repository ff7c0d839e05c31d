import type { ReactNode } from 'react';
import { moreText } from './messages.ts';
import type { Reading } from './useRead.ts';

/** The line under a list that shows only its first rows. */
export const More = ({ total, shown, where }: { total: number; shown: number; where: string }) => {
  const text = moreText(total, shown, where);
  return text === null ? null : <p className="quiet">{text}</p>;
};

interface Props<T> {
  title: string;
  reading: Reading<T>;
  isWide?: boolean;
  children: (value: T) => ReactNode;
}

export function Part<T>({ title, reading, isWide = false, children }: Props<T>) {
  return (
    <section
      className={isWide ? 'part wide' : 'part'}
      aria-label={title}
      aria-busy={reading.state === 'loading'}
    >
      <h2>{title}</h2>
      {reading.state === 'loading' && <p className="quiet">Loading…</p>}
      {reading.state === 'failed' && (
        <p role="alert">
          This did not load. {reading.why}{' '}
          <button type="button" onClick={reading.retry}>
            Try again
          </button>
        </p>
      )}
      {reading.state === 'ready' && children(reading.value)}
    </section>
  );
}
