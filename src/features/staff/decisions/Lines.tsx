import type { DecisionLine } from '#contract/management.ts';
import { lineText } from '#ui/staff/messages.ts';

/** The lines of a decision: child, item, place and time. */
export const Lines = ({ lines }: { lines: readonly DecisionLine[] }) =>
  lines.length === 0 ? null : (
    <ul className="decision-lines">
      {lines.map((line) => (
        <li key={line.line_id}>{lineText(line)}</li>
      ))}
    </ul>
  );
