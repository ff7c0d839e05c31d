import { type ReactNode, useState } from 'react';
import { fewMessages } from './messages.ts';

/** Rows shown at first, and the number of further rows that do not justify a button. */
const FIRST = 6;
const SPARE = 2;

/** The first rows of a sheet, with a button that shows all. */
export function FirstRows({ rows }: { rows: readonly ReactNode[] }) {
  const [all, setAll] = useState(false);
  const cut = !all && rows.length > FIRST + SPARE;
  return (
    <>
      <ul className="family-rows">{cut ? rows.slice(0, FIRST) : rows}</ul>
      {cut && (
        <p className="no-print">
          <button type="button" className="text-button" onClick={() => setAll(true)}>
            {fewMessages.all(rows.length)}
          </button>
        </p>
      )}
    </>
  );
}
