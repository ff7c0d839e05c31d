import { useEffect, useRef } from 'react';

export function useFocusOnAdded(count: number, fieldOf: (index: number) => string): void {
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) document.getElementById(fieldOf(count - 1))?.focus();
    before.current = count;
  }, [count, fieldOf]);
}
