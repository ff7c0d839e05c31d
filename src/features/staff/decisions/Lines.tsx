import type { DecisionLine } from '#contract/management.ts';
import { lineText } from '#ui/staff/words.ts';

/** What a decision is about: whose place, in what, where and when. */
export const Lines = ({ lines }: { lines: readonly DecisionLine[] }) =>
  lines.length === 0 ? null : (
    <ul className="decision-lines">
      {lines.map((line) => (
        <li key={line.line_id}>{lineText(line)}</li>
      ))}
    </ul>
  );
