import { useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { Confirm } from './Confirm.tsx';

interface Props {
  name: string;
  /** The button's accessible label if several buttons have the same name. */
  label?: string;
  /** The question, which should say who, what, where and when. By default it is the label. */
  question?: string;
  about?: string;
  means: string;
  yes: string;
  no: string;
  busy: boolean;
  harm?: boolean;
  lead?: boolean;
  onYes: () => void;
}

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
  const wrapper = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    // The question took the focus when it opened, so the focus returns to the button when it closes.
    if (!asking && wasAsking.current) wrapper.current?.querySelector('button')?.focus();
    wasAsking.current = asking;
  }, [asking]);
  return (
    <div ref={wrapper}>
      {asking ? (
        <Confirm
          title={question}
          about={about}
          yes={yes}
          no={no}
          busy={busy}
          harm={harm}
          onYes={onYes}
          onNo={() => setAsking(false)}
        >
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
