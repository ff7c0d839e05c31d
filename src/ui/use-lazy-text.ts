import { useEffect, useState } from 'react';

/** Text that may have to be loaded first: '' until it is loaded, and '' for null. */
export function useLazyText<T>(of: T | null, load: (of: T) => Promise<string>): string {
  const [words, setMessages] = useState('');
  useEffect(() => {
    if (of === null) return;
    let current = true;
    void load(of).then((text) => {
      if (current) setMessages(text);
    });
    return () => {
      current = false;
      setMessages('');
    };
  }, [of, load]);
  return words;
}
