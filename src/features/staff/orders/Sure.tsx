import { useEffect, useRef, useState } from 'react';
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
  /** Where the focus goes when the one it was on is gone: to what is asked, and back to the button. */
  const place = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (asking) place.current?.querySelector('p')?.focus();
    else if (wasAsking.current) place.current?.querySelector('button')?.focus();
    wasAsking.current = asking;
  }, [asking]);
  if (!asking)
    return (
      <div ref={place}>
        <Button kind="line" small onClick={() => setAsking(true)}>
          {name}
        </Button>
      </div>
    );
  return (
    <div ref={place} className="story-sure" role="group" aria-label={name}>
      <p tabIndex={-1}>{means}</p>
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
