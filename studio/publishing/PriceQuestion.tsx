import type { Jump } from '../sale/jumps.ts';
import type { KnownUse } from '../sale/useOfferUse.ts';
import { effectsOf, jumpText } from './price-effects.ts';
import './question.css';

interface Props {
  jumps: readonly Jump[];
  use: KnownUse;
  low: number | null;
}

/** Asks before a large price change is published. It shows what changes, when, and who keeps the old price. */
export const PriceQuestion = ({ jumps, use, low }: Props) => (
  <div className="question">
    <ul className="jumps">
      {jumps.map((jump) => (
        <li key={jump.name}>{jumpText(jump)}</li>
      ))}
    </ul>
    <ul>
      {effectsOf(jumps, use, low).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </div>
);

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
