import type { Concern } from '#contract/roster.ts';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { oneLine } from '../one-line.ts';
import type { Child } from '../model.ts';
import { CallParents } from './CallParents.tsx';
import { confirmMessages } from './messages.ts';

interface Props {
  child: Child;
  name: string | null;
  concerns: readonly Concern[];
  onConfirm: (reason: string) => void;
}

/** Asks for a reason and a second press if there are concerns. */
export function Confirm({ child, name, concerns, onConfirm }: Props) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  function confirm(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (reason.trim() !== '') onConfirm(reason.trim());
  }
  return (
    <form ref={form} className="stack mt-4 gap-3" onSubmit={confirm} noValidate>
      <Notice
        tone="bad"
        title={confirmMessages.title}
        list={concerns.map((concern) => (
          <WithNames key={concern} text={confirmMessages.concern(concern, child)} names={[child.name]} />
        ))}
      />
      <p>{confirmMessages.call}</p>
      <CallParents parents={child.collecting_parents} />
      <TextArea
        id="hand-over-reason"
        label={confirmMessages.reason}
        hint={confirmMessages.reasonHint}
        value={reason}
        error={tried && reason.trim() === '' ? confirmMessages.needed : undefined}
        onType={(text) => setReason(oneLine(text, 300))}
      />
      <Button kind="line" wide type="submit">
        <span>
          <WithNames
            text={
              name === null ? confirmMessages.alone(child.name) : confirmMessages.handTo(child.name, name)
            }
            names={[child.name, name ?? '']}
          />
        </span>
      </Button>
    </form>
  );
}
