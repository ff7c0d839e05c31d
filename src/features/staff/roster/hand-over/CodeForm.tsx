import { useEffect, useRef, useState } from 'react';
import { errorText } from '#api/error-text.ts';
import { isOffline } from '#browser/online.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { checkCode } from '../api.ts';
import { refusals } from '../messages.ts';
import type { Child } from '../model.ts';
import { handOverMessages } from './messages.ts';

/** Checks a pick-up code. Only the database can do that, so it needs a network. */
export function CodeForm({ child, onHandOver }: { child: Child; onHandOver: (name: string) => void }) {
  const [collector, setCollector] = useState<string | null>(null);
  if (collector !== null)
    return <CorrectCode child={child.name} name={collector} onHandOver={() => onHandOver(collector)} />;
  return <Code childId={child.child_id} onCorrect={setCollector} />;
}

/** Shows that the code is correct. The form with the code disappears, so this step takes the focus. */
function CorrectCode({ child, name, onHandOver }: { child: string; name: string; onHandOver: () => void }) {
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => section.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={section} className="right-code">
      <p role="status">{handOverMessages.correct(name)}</p>
      <Button wide onClick={onHandOver}>
        {handOverMessages.handTo(child, name)}
      </Button>
    </div>
  );
}

function Code({ childId, onCorrect }: { childId: string; onCorrect: (name: string) => void }) {
  const [code, setCode] = useState('');
  const { busy, outcome, run } = useAction();
  const check = () =>
    run(async () => {
      const answer = await checkCode(childId, code);
      if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, refusals) };
      onCorrect(answer.value.name);
      return null;
    });
  if (isOffline()) return <p className="quiet">{refusals.offline}</p>;
  return (
    <FormElement className="code-row" onSubmit={() => void check()}>
      <Field
        id="pickup-code"
        label={handOverMessages.code}
        hint={handOverMessages.codeHint}
        error={outcome?.text}
        value={code}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button kind="solid" type="submit" busy={busy}>
        {handOverMessages.check}
      </Button>
    </FormElement>
  );
}
