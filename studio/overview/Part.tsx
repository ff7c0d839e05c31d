import type { ReactNode } from 'react';
import type { Reading } from './useRead.ts';

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
