import { useEffect, useState } from 'react';
import { describe, type Published, type Summary } from './describe.ts';
import { askStatus, canAsk } from './status.ts';

/** Polling intervals in ms: while a publication is under way, and otherwise. */
const soonMs = 1_000;
const laterMs = 30_000;

interface Answer {
  key: string;
  summary?: Summary;
  problem?: string;
}

/** The state of the published revision, read again until it has arrived. Null if nothing is published. */
export function usePublication(
  type: string,
  published: { _id: string; _rev: string; available?: unknown } | null,
): Omit<Answer, 'key'> | null {
  const id = published?._id;
  const revision = published?._rev;
  const available = published?.available !== false;
  const key = `${id ?? ''} ${revision ?? ''}`;
  const [answer, setAnswer] = useState<Answer | null>(null);

  useEffect(() => {
    if (!canAsk || !id || !revision) return;
    const document: Published = { type, available };
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      let wait = laterMs;
      try {
        const summary = describe(document, await askStatus(id, revision, controller.signal));
        setAnswer({ key, summary });
        if (!summary.settled) wait = soonMs;
      } catch (error) {
        if (controller.signal.aborted) return;
        setAnswer({ key, problem: error instanceof Error ? error.message : String(error) });
      }
      if (!controller.signal.aborted) timer = setTimeout(() => void ask(), wait);
    };
    void ask();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [type, id, revision, available, key]);

  if (!published) return null;
  // An answer about an earlier revision does not apply to this one.
  return answer?.key === key ? answer : {};
}
