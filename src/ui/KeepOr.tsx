import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

interface Props {
  /** What leaves everything as it is. */
  keep: string;
  onKeep: () => void;
  /** What cannot be taken back, or others notice. */
  act: string;
  /** Without it the act sends the form around it. */
  onAct?: () => void;
  busy: boolean;
  /** What the act waits for is not there yet. */
  waits?: boolean;
  small?: boolean;
  /** What is taken away by it, or cannot be called back (staff's screens). */
  harm?: boolean;
  /** Other ways, between the two. */
  children?: ReactNode;
}

/** The answers to a question about something harmful: the harmless one is solid and first, here and so everywhere. */
export function KeepOr({
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
