import { useStore } from '@nanostores/react';
import { personLine } from '../../../../domain/contact-words.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { overwrittenWords, stepWords } from './messages.ts';
import type { Theirs } from './model.ts';
import type { Profile } from './profile.ts';
import { stepFields } from './steps.ts';

/** The last writer is told what the other parent had just changed, and may bring it back. */
export function Overwritten({ profile, other }: { profile: Profile; other: string }) {
  const theirs = useStore(profile.$theirs);
  const busy = useStore(profile.$busy);
  if (!theirs) return null;
  return (
    <div className="profile-top">
      <Notice
        tone="warn"
        title={overwrittenWords.title(other)}
        actions={
          <>
            <Button kind="solid" small busy={busy} onClick={() => void profile.bringBack()}>
              {overwrittenWords.bring}
            </Button>
            <Button kind="line" small onClick={profile.keepMine}>
              {overwrittenWords.keep}
            </Button>
          </>
        }
      >
        {overwrittenWords.text} {theirs.fields.map(wordsOf).join('; ')}.
      </Notice>
    </div>
  );
}

function wordsOf({ field, text, people }: Theirs): string {
  if (people !== null) {
    const step = field === 'pickup_authorizations' ? 'pickup' : 'people';
    const who = people.map(personLine);
    return `${stepWords[step].title}: ${who.join(', ') || overwrittenWords.cleared}`;
  }
  const label = Object.values(stepFields)
    .flat()
    .find(({ path }) => path === field)?.label;
  return `${label ?? field}: ${text === '' || text === null ? overwrittenWords.cleared : `“${text}”`}`;
}
