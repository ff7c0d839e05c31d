import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import type { PersonTyped } from '#domain/contact-person.ts';
import { Notice } from '../../Notice.tsx';
import { personLabels } from '../../people/messages.ts';
import { mayBeKept, type SheetField } from './field.ts';
import { isPeopleStep, stepPeople } from './people-steps.ts';
import { PeopleFields } from './PeopleFields.tsx';
import type { createSheet } from './sheet.ts';
import { SheetFields } from './SheetFields.tsx';
import { SheetForm } from './SheetStep.tsx';
import { sheetMessages } from './messages.ts';

/** The part of a profile's store that its form needs. */
interface ProfileStore {
  sheet: ReturnType<typeof createSheet>;
  $people: ReadableAtom<readonly PersonTyped[]>;
  $busy: ReadableAtom<boolean>;
  $note: ReadableAtom<{ step: string | null; tone: 'calm' | 'bad'; text: string } | null>;
  setPeople: (people: readonly PersonTyped[], ...mended: string[]) => void;
  save: () => Promise<void>;
  go: (step: null) => void;
}

interface Props {
  store: ProfileStore;
  /** Id of the step; `people` and `pickup` are lists of people. */
  step: string;
  title: string;
  text?: string | undefined;
  fields: readonly SheetField[];
  /** Largest number of people in a list. */
  mostPeople: number;
}

/** The open form of one step of a child's or parent's profile. */
export function StepForm({ store, step, title, text, fields, mostPeople }: Props) {
  const { sheet } = store;
  const values = useStore(sheet.$values);
  const typed = useStore(sheet.$typed);
  const isBack = useStore(sheet.$isBack);
  const faults = useStore(sheet.$faults);
  const refusals = useStore(sheet.$refusals);
  const people = useStore(store.$people);
  const busy = useStore(store.$busy);
  const note = useStore(store.$note);
  const isKept = !isPeopleStep(step) && fields.every(({ path }) => mayBeKept(path));
  const cameBack = isBack && fields.some(({ path }) => path in typed);
  return (
    <SheetForm
      text={text}
      note={
        <>
          {cameBack && <Notice>{sheetMessages.kept}</Notice>}
          {!isKept && <p className="quiet">{sheetMessages.notKept}</p>}
          {note?.step === step && note.tone === 'bad' && <Notice tone="bad">{note.text}</Notice>}
        </>
      }
      faults={faults}
      refusals={refusals}
      nameOf={(path) => nameOf(path, fields) ?? title}
      busy={busy}
      onSave={() => void store.save()}
      onClose={() => store.go(null)}
    >
      {isPeopleStep(step) ? (
        <PeopleFields
          group={stepPeople[step]}
          people={people}
          faults={faults}
          needsPhone={step === 'people'}
          most={mostPeople}
          onChange={store.setPeople}
        />
      ) : (
        <SheetFields fields={fields} values={values} faults={faults} onType={sheet.type} />
      )}
    </SheetForm>
  );
}

/** Turns `emergency_contacts[1].phone` into "Person 2, Mobile". */
function nameOf(path: string, fields: readonly SheetField[]): string | undefined {
  const [, at, part] = /\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  if (at !== undefined)
    return `Person ${Number(at) + 1}, ${part === 'phone' ? personLabels.phone : personLabels.name}`;
  return fields.find((field) => field.path === path)?.label;
}
