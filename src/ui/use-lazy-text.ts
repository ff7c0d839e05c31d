import { useEffect, useState } from 'react';

/** Loads a text on demand. Returns '' until it is loaded, and if the value is null. */
export function useLazyText<T>(value: T | null, load: (of: T) => Promise<string>): string {
  const [text, setText] = useState('');
  useEffect(() => {
    if (value === null) return;
    let current = true;
    void load(value).then((text) => {
      if (current) setText(text);
    });
    return () => {
      current = false;
      setText('');
    };
  }, [value, load]);
  return text;
}
