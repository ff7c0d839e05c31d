import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { Allowed, Guard } from '#domain/access.ts';
import { Spinner } from './Spinner.tsx';
import './guarded.css';

interface Props {
  guard: Guard;
  /** Replaces the spinner. It must say "Loading..." like the spinner. */
  waiting?: ReactNode;
  children: (allowed: Allowed) => ReactNode;
}

/** A screen behind the sign-in. A spinner is shown until the sign-in has been checked (spec 1 §2). */
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
