import { Button } from '#ui/Button.tsx';
import { changeMessages } from './change-messages.ts';

interface Props {
  /** The person or pass that the buttons change. Screen readers announce it. */
  name: string;
  busy: boolean;
  changes: readonly (readonly [label: string, open: () => void])[];
}

/** Each button opens a form about a single person or pass. */
export const ChangeButtons = ({ name, busy, changes }: Props) => (
  <p className="family-changes no-print">
    {changes.map(([label, open]) => (
      <Button
        key={label}
        kind="line"
        small
        disabled={busy}
        aria-label={changeMessages.of(label, name)}
        onClick={open}
      >
        {label}
      </Button>
    ))}
  </p>
);
