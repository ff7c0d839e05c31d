import { type ReactNode, useState } from 'react';
import { fewWords } from './messages.ts';

/** As many as one looks at first; fewer than this more are not worth a press. */
const FIRST = 6;
const SPARE = 2;

/** Rows of a sheet: the first few, and all of them by a press. */
export function FirstRows({ rows }: { rows: readonly ReactNode[] }) {
  const [all, setAll] = useState(false);
  const cut = !all && rows.length > FIRST + SPARE;
  return (
    <>
      <ul className="family-rows">{cut ? rows.slice(0, FIRST) : rows}</ul>
      {cut && (
        <p className="no-print">
          <button type="button" className="text-button" onClick={() => setAll(true)}>
            {fewWords.all(rows.length)}
          </button>
        </p>
      )}
    </>
  );
}
