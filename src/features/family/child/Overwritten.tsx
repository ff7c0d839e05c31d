import { useStore } from '@nanostores/react';
import { personLine } from '../../../domain/contact-words.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { Child } from './child.ts';
import { overwrittenWords as words, stepWords } from './messages.ts';
import type { Theirs } from './model.ts';
import { stepFields } from './steps.ts';

/** The last writer is told what the other parent had just changed, and may bring it back. */
export function Overwritten({ child }: { child: Child }) {
  const theirs = useStore(child.$theirs);
  const busy = useStore(child.$busy);
  if (!theirs) return null;
  return (
    <Notice
      tone="warn"
      title={words.title}
      actions={
        <>
          <Button kind="solid" small busy={busy} onClick={() => void child.bringBack()}>
            {words.bring}
          </Button>
          <Button kind="line" small onClick={child.keepMine}>
            {words.keep}
          </Button>
        </>
      }
    >
      {words.text} {theirs.fields.map(wordsOf).join('; ')}.
    </Notice>
  );
}

function wordsOf({ field, text, people }: Theirs): string {
  if (people !== null) {
    const who = people.map(personLine);
    const step = field === 'pickup_authorizations' ? 'pickup' : 'people';
    return `${stepWords[step].title}: ${who.join(', ') || words.cleared}`;
  }
  const label = Object.values(stepFields)
    .flat()
    .find(({ path }) => path === field)?.label;
  return `${label ?? field}: ${text === '' ? words.cleared : `“${text}”`}`;
}
