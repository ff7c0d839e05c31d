import type { ReactElement } from 'react';
import { spotsOf, type Spots as State } from '#domain/spots.ts';
import { spotsMessage } from './messages.ts';

const shapes: Record<State, ReactElement> = {
  open: (
    <>
      <circle cx="9" cy="9" r="8" />
      <path className="mark" d="M5.2 9.3 8 12l5-5.7" />
    </>
  ),
  few: <path d="M9 1 17 9 9 17 1 9Z" />,
  last: <path d="M9 1.5 17.5 16.5H.5Z" />,
  full: <path d="M3 1h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2Zm1 7v2h10V8Z" />,
};

export function Spots({ count }: { count: number }) {
  const state = spotsOf(count);
  return (
    <span className={`spots ${state}`}>
      <svg viewBox="0 0 18 18" aria-hidden="true">
        {shapes[state]}
      </svg>
      {spotsMessage(count)}
    </span>
  );
}
