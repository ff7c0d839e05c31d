import type { WritableAtom } from 'nanostores';
import { type RefObject, useEffect, useRef } from 'react';
import { UNDO_MS } from '#config/timing.ts';

/** Ends an offer to undo after some seconds. It stays while its row is focused or pointed at. */
export function useUndoTime<T>(
  $removed: WritableAtom<T | null>,
  removed: T,
): RefObject<HTMLParagraphElement | null> {
  const row = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!row.current?.matches(':hover, :focus-within')) $removed.set(null);
    }, UNDO_MS);
    return () => clearInterval(timer);
  }, [$removed, removed]);
  return row;
}
