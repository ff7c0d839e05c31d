import type { DecisionLine } from '#contract/management.ts';
import { lineText } from '#ui/staff/messages.ts';

export const Lines = ({ lines }: { lines: readonly DecisionLine[] }) =>
  lines.length === 0 ? null : (
    <ul className="stack gap-0.5 font-semibold">
      {lines.map((line) => (
        <li key={line.line_id}>{lineText(line)}</li>
      ))}
    </ul>
  );
