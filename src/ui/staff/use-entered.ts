import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to the first field. On closing, the focus returns to the element that opened it. */
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
