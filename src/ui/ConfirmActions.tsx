import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

interface Props {
  keep: string;
  onKeep: () => void;
  act: string;
  /** Does the action. If this is missing, the button submits the form around it. */
  onAct?: () => void;
  busy: boolean;
  /** True while something is missing that the action needs. */
  waits?: boolean;
  small?: boolean;
  /** True if the action removes something or cannot be undone (staff screens only). */
  harm?: boolean;
  children?: ReactNode;
}

export function ConfirmActions({
  keep,
  onKeep,
  act,
  onAct,
  busy,
  waits = false,
  small = false,
  harm = false,
  children,
}: Props) {
  return (
    <div className="row">
      <Button kind="solid" small={small} onClick={onKeep}>
        {keep}
      </Button>
      {children}
      <Button
        kind={harm ? 'harm' : 'line'}
        small={small}
        type={onAct ? 'button' : 'submit'}
        busy={busy}
        aria-disabled={waits || undefined}
        onClick={() => !waits && !busy && onAct?.()}
      >
        {act}
      </Button>
    </div>
  );
}
