import { formatMoney } from '../../supabase/functions/_shared/contract/format.ts';
import type { Jump } from '../sale/jumps.ts';

/** What is asked before a price that jumps goes to the till. */
export const PriceQuestion = ({ jumps }: { jumps: readonly Jump[] }) => (
  <>
    <p>Families pay this from the moment you publish. Is it meant?</p>
    <ul>
      {jumps.map(({ name, from, to }) => (
        <li key={name}>
          {name === 'listed' ? 'Price' : `Early bird “${name}”`}: {formatMoney(from)} → {formatMoney(to)}
        </li>
      ))}
    </ul>
  </>
);
