import { useEffect, useState } from 'react';

/** The words for something, which may have to be fetched: none until they are there, and none for nothing. */
export function useLateWords<T>(of: T | null, load: (of: T) => Promise<string>): string {
  const [words, setWords] = useState('');
  useEffect(() => {
    if (of === null) return;
    let current = true;
    void load(of).then((text) => {
      if (current) setWords(text);
    });
    return () => {
      current = false;
      setWords('');
    };
  }, [of, load]);
  return words;
}
