import { type RefObject, useEffect, useRef } from 'react';

/** What opens in its place among other things: its first field has the focus, and what opened it has it back. */
export function useEntered<Place extends HTMLElement>(isOpen = true): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    place.current?.querySelector<HTMLElement>(':is(input, select, textarea):enabled')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [isOpen]);
  return place;
}
