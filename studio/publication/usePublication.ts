import { useEffect, useState } from 'react';
import { useClient, useValidationStatus } from 'sanity';
import type { Document } from '../../src/config/text-sources.ts';
import { translatedId } from '../../src/config/translatable.ts';
import { describe, type PublishedFacts, type Summary } from './describe.ts';
import { askLiveBuild, withLiveBuild } from './live-build.ts';
import { type LeftOut, leftOutOfTranslation, leftOutOfWording } from './left-out.ts';
import { type Content, toPublished } from './published.ts';
import { askStatus, canAsk, isHosted, type PublicationStatus } from './status.ts';

/** How often Studio asks while a publication is in progress, in milliseconds. */
const soonMs = 1_000;
/** How often Studio asks at other times, in milliseconds. */
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
  const leftOut = useLeftOut(type, published);
  const document = published && {
    ...toPublished(type, published, { draft, hasErrors, isEarlierVersion }),
    leftOut,
    isHosted,
  };
  const available = document?.available !== false;

  useEffect(() => {
    if (!canAsk || !id || !revision) return;
    const minimal: PublishedFacts = { type, available };
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      let wait = laterMs;
      try {
        const known = await askStatus(id, revision, controller.signal);
        const status =
          known.site === 'built'
            ? withLiveBuild(known, await askLiveBuild(known.site_url, controller.signal))
            : known;
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

const translationsQuery = '*[_type == "translation" || _id == $source]';

/** Returns what families do not see of a published document. Other documents are read only for a translation. */
function useLeftOut(type: string, published: Content | null): LeftOut | null {
  const client = useClient({ apiVersion: '2025-02-19' });
  const [found, setFound] = useState<{ revision: string; leftOut: LeftOut | null } | null>(null);
  const { _id: id = '', _rev: revision = '' } = published ?? {};
  useEffect(() => {
    const source = type === 'translation' ? translatedId(id) : null;
    if (source === null) return;
    let isCurrent = true;
    client
      .withConfig({ perspective: 'published', useCdn: false })
      .fetch<Document[]>(translationsQuery, { source })
      .then(
        (documents) => isCurrent && setFound({ revision, leftOut: leftOutOfTranslation(documents, id) }),
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [client, type, id, revision]);
  if (type === 'wording' && published) return leftOutOfWording(published);
  return found?.revision === revision ? found.leftOut : null;
}
