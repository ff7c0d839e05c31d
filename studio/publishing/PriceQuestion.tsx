import { formatMoney } from '../../supabase/functions/_shared/contract/format.ts';
import type { Jump } from '../sale/jumps.ts';
import './question.css';

/** The question before publishing a large change of a price. */
export const PriceQuestion = ({ jumps }: { jumps: readonly Jump[] }) => (
  <div className="question">
    <p>Families pay this from the moment you publish.</p>
    <ul>
      {jumps.map(({ name, from, to }) => (
        <li key={name}>
          {name === 'listed' ? 'Price' : `Early bird “${name}”`}: {formatMoney(from)} → {formatMoney(to)}
        </li>
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
