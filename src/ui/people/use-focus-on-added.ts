import { useEffect, useRef } from 'react';

/** Focuses the first field of a person who was just added, so that typing can go on. */
export function useFocusOnAdded(count: number, fieldOf: (index: number) => string): void {
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) document.getElementById(fieldOf(count - 1))?.focus();
    before.current = count;
  }, [count, fieldOf]);
}
