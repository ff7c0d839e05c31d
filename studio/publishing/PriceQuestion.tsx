import { useCallback } from 'react';
import { useClient } from 'sanity';
import { readOverview } from '../overview/api.ts';
import { useRead } from '../overview/useRead.ts';
import type { Jump } from '../sale/price-jumps.ts';
import type { KnownUse } from '../sale/useOfferUse.ts';
import { effectsOf, jumpText } from './price-effects.ts';
import './question.css';

interface Props {
  documentId: string;
  jumps: readonly Jump[];
  use: KnownUse;
  low: number | null;
}

/** Asks before a large price change is published. It shows what changes, when, and who still pays the old price. */
export function PriceQuestion({ documentId, jumps, use, low }: Props) {
  const client = useClient({ apiVersion: '2025-02-19' });
  const facts = useRead(
    useCallback((signal: AbortSignal) => readOverview(client.config().token ?? '', signal), [client]),
  );
  const sold = facts.state === 'ready' ? facts.value.prices.find(({ id }) => id === documentId) : undefined;
  return (
    <div className="question">
      <ul className="jumps">
        {jumps.map((jump) => (
          <li key={jump.name}>{jumpText(jump)}</li>
        ))}
      </ul>
      <ul aria-busy={facts.state === 'loading'}>
        {effectsOf(jumps, use, low, sold ?? null).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {facts.state === 'failed' && (
          <li>We don’t know at the moment how many are sold or held. {facts.why}</li>
        )}
      </ul>
    </div>
  );
}

export const PriceAnswers = ({ back, yes }: { back: () => void; yes: () => void }) => (
  <div className="answers">
    <button type="button" onClick={back}>
      Back
    </button>
    <button type="button" className="yes" onClick={yes}>
      Yes, publish these prices
    </button>
  </div>
);
