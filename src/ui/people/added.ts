import { useEffect, useRef } from 'react';

/** The first field of somebody who was added has the keyboard: whoever pressed the button goes on typing. */
export function useFocusOnAdded(count: number, fieldOf: (index: number) => string): void {
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) document.getElementById(fieldOf(count - 1))?.focus();
    before.current = count;
  }, [count, fieldOf]);
}
