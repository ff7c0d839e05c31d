import { useEffect, useState } from 'react';
import { useValidationStatus } from 'sanity';
import { describe, type Published, type Summary } from './describe.ts';
import { type Content, toPublished } from './published.ts';
import { askStatus, canAsk, type PublicationStatus } from './status.ts';

/** The interval of asking in milliseconds, while a publication is in progress. */
const soonMs = 1_000;
/** The interval at other times. */
const laterMs = 30_000;

interface Answer {
  key: string;
  status?: PublicationStatus;
  problem?: string;
}

interface Asked {
  documentId: string;
  type: string;
  published: Content | null;
  draft: Content | null;
  isEarlierVersion?: boolean;
}

interface Publication {
  summary?: Summary;
  siteUrl?: string | null | undefined;
  hasAccount?: boolean | null | undefined;
  problem?: string;
}

/**
 * Returns the state of the published revision, and asks again until it has arrived. Returns null if nothing is
 * published.
 */
export function usePublication({
  documentId,
  type,
  published,
  draft,
  isEarlierVersion = false,
}: Asked): Publication | null {
  const id = published?._id;
  const revision = published?._rev;
  const key = `${id ?? ''} ${revision ?? ''}`;
  const [answer, setAnswer] = useState<Answer | null>(null);
  const { validation } = useValidationStatus(draft?._id ?? documentId, type, true);
  const hasErrors = validation.some(({ level }) => level === 'error');
  const document = published && toPublished(type, published, { draft, hasErrors, isEarlierVersion });
  const available = document?.available !== false;

  useEffect(() => {
    if (!canAsk || !id || !revision) return;
    const minimal: Published = { type, available };
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      let wait = laterMs;
      try {
        const status = await askStatus(id, revision, controller.signal);
        setAnswer({ key, status });
        if (!describe(minimal, status).settled) wait = soonMs;
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

  if (!document) return null;
  // If this answer is about an earlier revision, it is ignored.
  if (answer?.key !== key) return {};
  const { status, problem } = answer;
  return {
    ...(status && {
      summary: describe(document, status),
      siteUrl: status.site_url,
      hasAccount: status.has_account,
    }),
    ...(problem !== undefined && { problem }),
  };
}
