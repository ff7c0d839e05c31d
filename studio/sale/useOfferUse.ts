import { useEffect, useState } from 'react';
import { canAsk } from '../publication/status.ts';
import { soldTypes } from './sold-types.ts';
import { askUse, type OfferUse, toProduct } from './offer-use.ts';

/**
 * How a document is used. `null` means that this has not been read yet. `unknown` means that the document is not sold,
 * or that the checkout does not answer.
 */
export type KnownUse = OfferUse | 'unknown' | null;

/**
 * Returns how the checkout uses a document. It is read again after every publication and when `readCount` changes.
 * `document` is the one in the form, if it may differ from the published one.
 */
export function useOfferUse(
  type: string,
  id: string,
  published: { _rev: string } | null,
  { document = published, readCount = 0 }: { document?: object | null; readCount?: number } = {},
): KnownUse {
  const asks = soldTypes.has(type) && canAsk;
  const { kind, sessions } = toProduct(type, document as Record<string, unknown> | null);
  const key = `${id} ${published?._rev ?? ''} ${readCount} ${kind} ${sessions}`;
  const [answer, setAnswer] = useState<{ key: string; use: KnownUse } | null>(null);
  useEffect(() => {
    if (!asks) return;
    const controller = new AbortController();
    askUse(id, { kind, sessions }, controller.signal).then(
      (use) => setAnswer({ key, use }),
      () => controller.signal.aborted || setAnswer({ key, use: 'unknown' }),
    );
    return () => controller.abort();
  }, [asks, id, kind, sessions, key]);
  if (!asks) return 'unknown';
  return answer?.key === key ? answer.use : null;
}
