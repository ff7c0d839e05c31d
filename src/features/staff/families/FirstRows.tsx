import { type ReactNode, useState } from 'react';
import { fewMessages } from './messages.ts';

/** At first, `FIRST` rows are shown. If at most `SPARE` more follow, all rows are shown without a button. */
const FIRST = 6;
const SPARE = 2;

/** Shows the first rows, and a button for the others. */
export function FirstRows({ rows }: { rows: readonly ReactNode[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const isCut = !showsAll && rows.length > FIRST + SPARE;
  return (
    <>
      <ul className="family-rows">{isCut ? rows.slice(0, FIRST) : rows}</ul>
      {isCut && (
        <p className="no-print">
          <button type="button" className="text-button" onClick={() => setShowsAll(true)}>
            {fewMessages.all(rows.length)}
          </button>
        </p>
      )}
    </>
  );
}
