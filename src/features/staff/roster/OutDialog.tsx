import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { refusalWords } from '../../../api/refusal-words.ts';
import { isOffline } from '../../../browser/online.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { checkCode } from './api.ts';
import { fetcherFacts, outWords, refusals } from './messages.ts';
import type { Child } from './model.ts';
import { Sheet } from './Sheet.tsx';
import type { OwnMark } from './store.ts';

interface Props {
  child: Child;
  onMark: (mark: OwnMark) => void;
  onClose: () => void;
}

/** Who fetches the child: by a code, which the database checks, or by the list and a photo ID. */
export function OutDialog({ child, onMark, onClose }: Props) {
  const [right, setRight] = useState<string | null>(null);
  const hand = (handed_to: string | null) => {
    onMark({ kind: 'out', handed_to });
    onClose();
  };
  return (
    <Sheet title={outWords.title(child.name)} onClose={onClose}>
      {right === null ? (
        <Code childId={child.child_id} onRight={setRight} />
      ) : (
        <RightCode name={right} onHand={() => hand(right)} />
      )}
      <div className="fetchers" role="group" aria-label={outWords.list}>
        <h3>{outWords.list}</h3>
        {child.pickup_authorizations.length === 0 && <p className="quiet">{outWords.nobody}</p>}
        {child.pickup_authorizations.map((one, at) => (
          <Button key={at} kind="line" wide onClick={() => hand(one.name)}>
            <span>
              {one.name}
              <small>{fetcherFacts(one)}</small>
            </span>
          </Button>
        ))}
        <div className="row">
          <Button kind="line" onClick={() => hand(outWords.parent)}>
            {outWords.parent}
          </Button>
          <Button kind="line" onClick={() => hand(null)}>
            {outWords.alone}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

/** The field with the code is gone: the next step has the focus. */
function RightCode({ name, onHand }: { name: string; onHand: () => void }) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={part} className="right-code">
      <p role="status">{outWords.right(name)}</p>
      <Button wide onClick={onHand}>
        {outWords.handTo(name)}
      </Button>
    </div>
  );
}

function Code({ childId, onRight }: { childId: string; onRight: (name: string) => void }) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  async function ask(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const answer = await checkCode(childId, code);
    setBusy(false);
    if (answer.ok) onRight(answer.value.name);
    else setError(await refusalWords(answer.code, refusals));
  }
  if (isOffline()) return <p className="quiet">{refusals.offline}</p>;
  return (
    <form className="code-row" onSubmit={(event) => void ask(event)} noValidate>
      <Field
        id="pickup-code"
        label={outWords.code}
        hint={outWords.codeHint}
        error={error}
        value={code}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button kind="solid" type="submit" busy={busy}>
        {outWords.check}
      </Button>
    </form>
  );
}
