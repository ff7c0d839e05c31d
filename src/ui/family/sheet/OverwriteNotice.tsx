import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import type { ContactPerson } from '#domain/contact-person.ts';
import { personLine } from '#domain/contact-messages.ts';
import { Button } from '../../Button.tsx';
import { Notice } from '../../Notice.tsx';
import type { FormField } from '../../kit/form/field.ts';
import { type PeopleStep, stepPeople } from './people-steps.ts';
import { overwrittenMessages } from './messages.ts';

/** A value that the other parent has changed. It is a text, or the people in a list. */
export interface OtherVersion {
  field: string;
  text: string | null;
  people: readonly ContactPerson[] | null;
}

interface ProfileStore {
  $otherVersion: ReadableAtom<{ fields: readonly OtherVersion[] } | null>;
  $busy: ReadableAtom<boolean>;
  bringBack: () => Promise<void>;
  keepOwnVersion: () => void;
}

interface Props {
  store: ProfileStore;
  title: string;
  steps: Record<PeopleStep, { title: string }>;
  fields: Record<string, readonly FormField[]>;
}

/** Shows a parent which values of the other parent they have just overwritten, and offers to restore them. */
export function OverwriteNotice({ store, title, steps, fields }: Props) {
  const overwritten = useStore(store.$otherVersion);
  const busy = useStore(store.$busy);
  if (!overwritten) return null;
  const wordsOf = ({ field, text, people }: OtherVersion): string => {
    if (people !== null) {
      const step = field === stepPeople.pickup ? 'pickup' : 'people';
      return `${steps[step].title}: ${people.map(personLine).join(', ') || overwrittenMessages.cleared}`;
    }
    const label = Object.values(fields)
      .flat()
      .find(({ path }) => path === field)?.label;
    return `${label ?? field}: ${text ? `“${text}”` : overwrittenMessages.cleared}`;
  };
  return (
    <Notice
      tone="warn"
      title={title}
      actions={
        <>
          <Button kind="solid" small busy={busy} onClick={() => void store.bringBack()}>
            {overwrittenMessages.bring}
          </Button>
          <Button kind="line" small onClick={store.keepOwnVersion}>
            {overwrittenMessages.keep}
          </Button>
        </>
      }
    >
      {overwrittenMessages.text} {overwritten.fields.map(wordsOf).join('; ')}.
    </Notice>
  );
}
