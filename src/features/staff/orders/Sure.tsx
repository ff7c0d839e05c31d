import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';

interface Props {
  /** What is pressed first, and what then asks. */
  name: string;
  means: string;
  yes: string;
  no: string;
  busy: boolean;
  onYes: () => void;
}

/** An act that cannot be undone: it says what it means, and is done by a second press. */
export function Sure({ name, means, yes, no, busy, onYes }: Props) {
  const [asking, setAsking] = useState(false);
  if (!asking)
    return (
      <Button kind="line" small onClick={() => setAsking(true)}>
        {name}
      </Button>
    );
  return (
    <div className="story-sure" role="group" aria-label={name}>
      <p role="status">{means}</p>
      <div className="row">
        <Button kind="solid" small busy={busy} onClick={onYes}>
          {yes}
        </Button>
        <Button kind="line" small onClick={() => setAsking(false)}>
          {no}
        </Button>
      </div>
    </div>
  );
}
