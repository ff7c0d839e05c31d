import { useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { Confirm } from './Confirm.tsx';

interface Props {
  /** What is pressed first, and what then is asked. */
  name: string;
  /** Where several of that name stand: of what it is. */
  label?: string;
  /** What is asked then, and about whom, what, where and when; else the label is. */
  question?: string;
  about?: string;
  means: string;
  yes: string;
  no: string;
  busy: boolean;
  harm?: boolean;
  /** What the screen is for: the one that is pressed first stands out. */
  lead?: boolean;
  onYes: () => void;
}

/** A button whose act is asked about in its place, and done by a second press. */
export function ConfirmButton({
  name,
  label = name,
  question = label,
  about,
  means,
  yes,
  no,
  busy,
  harm = false,
  lead = false,
  onYes,
}: Props) {
  const [asking, setAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    // The question takes the focus itself; left, the button has it back.
    if (!asking && wasAsking.current) place.current?.querySelector('button')?.focus();
    wasAsking.current = asking;
  }, [asking]);
  return (
    <div ref={place}>
      {asking ? (
        <Confirm {...{ title: question, about, yes, no, busy, harm, onYes }} onNo={() => setAsking(false)}>
          {means}
        </Confirm>
      ) : (
        <Button
          {...(lead ? { kind: 'solid' } : { kind: 'line', small: true })}
          aria-label={label === name ? undefined : label}
          onClick={() => setAsking(true)}
        >
          {name}
        </Button>
      )}
    </div>
  );
}
