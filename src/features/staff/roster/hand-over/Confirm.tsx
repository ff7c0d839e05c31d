import type { Concern } from '#contract/roster.ts';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { oneLine } from '../one-line.ts';
import type { Child } from '../model.ts';
import { CallParents } from './CallParents.tsx';
import { confirmMessages as words } from './messages.ts';

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
        title={words.title}
        list={concerns.map((concern) => words.concern(concern, child))}
      />
      <p>{words.call}</p>
      <CallParents parents={child.collecting_parents} />
      <TextArea
        id="hand-over-reason"
        label={words.reason}
        hint={words.reasonHint}
        value={reason}
        error={tried && reason.trim() === '' ? words.needed : undefined}
        onType={(text) => setReason(oneLine(text, 300))}
      />
      <Button kind="line" wide type="submit">
        {name === null ? words.alone(child.name) : words.handTo(child.name, name)}
      </Button>
    </form>
  );
}
