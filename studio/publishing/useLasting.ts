import { useEffect, useState } from 'react';

/** True once a condition has been true without a break for `ms`. */
export function useLasting(isSo: boolean, ms: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setHasLasted(true), ms);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isSo, ms]);
  return isSo && hasLasted;
}
