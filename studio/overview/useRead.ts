import { useCallback, useEffect, useState } from 'react';

export type Reading<T> =
  | { state: 'loading' }
  | { state: 'failed'; why: string; retry: () => void }
  | { state: 'ready'; value: T };

const AGAIN_MS = 60_000;

/** Reads data at once and then every minute. The last data stay visible during the next read and after a failure. */
export function useRead<T>(read: (signal: AbortSignal) => Promise<T>): Reading<T> {
  const [reading, setReading] = useState<Reading<T>>({ state: 'loading' });
  const [turn, setTurn] = useState(0);
  const retry = useCallback(() => {
    setReading({ state: 'loading' });
    setTurn((now) => now + 1);
  }, []);
  useEffect(() => {
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      try {
        const value = await read(end.signal);
        if (!end.signal.aborted) setReading({ state: 'ready', value });
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        if (!end.signal.aborted)
          setReading((now) => (now.state === 'ready' ? now : { state: 'failed', why, retry }));
      }
      if (!end.signal.aborted) timer = setTimeout(() => void run(), AGAIN_MS);
    };
    void run();
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [read, retry, turn]);
  return reading;
}
