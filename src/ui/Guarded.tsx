import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { Allowed, Guard } from '#domain/access.ts';
import { Spinner } from './Spinner.tsx';
import './guarded.css';

interface Props {
  guard: Guard;
  /** Replaces the spinner. It must say "Loading..." as the spinner does. */
  waiting?: ReactNode;
  children: (allowed: Allowed) => ReactNode;
}

/** A screen behind sign-in. It shows a spinner until the sign-in is checked (spec 1 §2), then the screen. */
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
