import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the first field when the element opens. When it closes, the focus returns to the element that
 * opened it.
 */
export function useEntered<Container extends HTMLElement>(isOpen = true): RefObject<Container | null> {
  const element = useRef<Container>(null);
  useEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    element.current?.querySelector<HTMLElement>(':is(input, select, textarea):enabled')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [isOpen]);
  return element;
}
