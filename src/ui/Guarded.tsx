import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { Allowed, Guard } from '#domain/access.ts';
import { Spinner } from './Spinner.tsx';
import './guarded.css';

interface Props {
  guard: Guard;
  /** In place of the spinner: the screen's own bars, which say "Loading..." as well. */
  waiting?: ReactNode;
  children: (allowed: Allowed) => ReactNode;
}

/** A screen behind sign-in: a centred spinner until it is known who is here (spec 1 §2), then the screen. */
export function Guarded({ guard, waiting, children }: Props) {
  const access = useStore(guard.$access);
  useEffect(() => guard.open(), [guard]);
  if (access.state === 'allowed' || access.state === 'lapsed') return children(access);
  if (waiting) return waiting;
  return (
    <div className="guarded">
      <Spinner>Loading...</Spinner>
    </div>
  );
}
