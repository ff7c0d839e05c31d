import { useEffect, useState } from 'react';

/** Returns whether a moment has passed, and renders again when it passes. */
export function useHasPassed(moment: string): boolean {
  const [passed, setPassed] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(moment), Math.max(0, Date.parse(moment) - Date.now()));
    return () => clearTimeout(timer);
  }, [moment]);
  return passed === moment;
}
