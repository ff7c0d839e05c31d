import { useEffect, useState } from 'react';

/** Loads a text on demand. Returns '' until it is loaded, and for null. */
export function useLazyText<T>(of: T | null, load: (of: T) => Promise<string>): string {
  const [text, setText] = useState('');
  useEffect(() => {
    if (of === null) return;
    let current = true;
    void load(of).then((text) => {
      if (current) setText(text);
    });
    return () => {
      current = false;
      setText('');
    };
  }, [of, load]);
  return text;
}
