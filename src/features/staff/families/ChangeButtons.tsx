import { Button } from '#ui/Button.tsx';
import { changeMessages } from './change-messages.ts';

interface Props {
  /** Who or what the buttons are about, for screen readers. */
  name: string;
  busy: boolean;
  changes: readonly [label: string, open: () => void][];
}

/** The buttons that open a form about one person or pass. */
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
