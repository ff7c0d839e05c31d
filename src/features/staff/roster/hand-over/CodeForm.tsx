import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { errorText } from '#api/error-text.ts';
import { isOffline } from '#browser/online.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { checkCode } from '../api.ts';
import { refusals } from '../messages.ts';
import type { Child } from '../model.ts';
import { handOverMessages as words } from './messages.ts';

/** Checks a pick-up code. Only the database can check it, so it needs a network. */
export function CodeForm({ child, onHand }: { child: Child; onHand: (name: string) => void }) {
  const [right, setRight] = useState<string | null>(null);
  if (right !== null) return <RightCode child={child.name} name={right} onHand={() => onHand(right)} />;
  return <Code childId={child.child_id} onRight={setRight} />;
}

/** The form with the code disappears, so the next step takes the focus. */
function RightCode({ child, name, onHand }: { child: string; name: string; onHand: () => void }) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={part} className="right-code">
      <p role="status">{words.right(name)}</p>
      <Button wide onClick={onHand}>
        {words.handTo(child, name)}
      </Button>
    </div>
  );
}

function Code({ childId, onRight }: { childId: string; onRight: (name: string) => void }) {
  const [code, setCode] = useState('');
  const { busy, outcome, run } = useAction();
  function ask(event: SubmitEvent): void {
    event.preventDefault();
    void run(async () => {
      const answer = await checkCode(childId, code);
      if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, refusals) };
      onRight(answer.value.name);
      return null;
    });
  }
  if (isOffline()) return <p className="quiet">{refusals.offline}</p>;
  return (
    <form className="code-row" onSubmit={ask} noValidate>
      <Field
        id="pickup-code"
        label={words.code}
        hint={words.codeHint}
        error={outcome?.text}
        value={code}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button kind="solid" type="submit" busy={busy}>
        {words.check}
      </Button>
    </form>
  );
}
