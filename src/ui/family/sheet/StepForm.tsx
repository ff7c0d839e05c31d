import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import type { PersonTyped } from '#domain/contact-person.ts';
import type { Faults } from '#domain/fault.ts';
import { Button } from '../../Button.tsx';
import type { FormField, Values } from '../../kit/form/field.ts';
import { Fields } from '../../kit/form/Fields.tsx';
import { Form } from '../../kit/form/Form.tsx';
import { Notice } from '../../Notice.tsx';
import { personLabels } from '../../people/messages.ts';
import { maySave } from './draft.ts';
import { isPeopleStep, stepPeople } from './people-steps.ts';
import { PeopleFields } from './PeopleFields.tsx';
import { sheetMessages } from './messages.ts';

interface ProfileStore {
  form: {
    $values: ReadableAtom<Values>;
    $typed: ReadableAtom<Partial<Values>>;
    $isRestored: ReadableAtom<boolean>;
    $faults: ReadableAtom<Faults>;
    $failedSubmits: ReadableAtom<number>;
    change: (patch: Values) => void;
    submit: () => Promise<void>;
  };
  $people: ReadableAtom<readonly PersonTyped[]>;
  $busy: ReadableAtom<boolean>;
  $note: ReadableAtom<{ step: string; tone: 'calm' | 'bad'; text: string } | null>;
  setPeople: (people: readonly PersonTyped[], ...mended: string[]) => void;
  go: (step: null) => void;
}

interface Props {
  store: ProfileStore;
  /** The id of the step. `people` and `pickup` are lists of people. */
  step: string;
  title: string;
  text?: string | undefined;
  fields: readonly FormField[];
  /** The most people that a list may have. */
  mostPeople: number;
}

/** Shows one step of a profile: its fields or a list of people, and the button that saves them. */
export function StepForm({ store, step, title, text, fields, mostPeople }: Props) {
  const { form } = store;
  const typed = useStore(form.$typed);
  const isRestored = useStore(form.$isRestored);
  const faults = useStore(form.$faults);
  const people = useStore(store.$people);
  const busy = useStore(store.$busy);
  const note = useStore(store.$note);
  const isSavedInBrowser = !isPeopleStep(step) && fields.every(({ path }) => maySave(path));
  const cameBack = isRestored && fields.some(({ path }) => path in typed);
  return (
    <Form
      form={form}
      className="sheet-form"
      labelOf={(path) => labelOf(path, fields) ?? title}
      head={
        <>
          {text && <p className="quiet">{text}</p>}
          {cameBack && <Notice>{sheetMessages.draftRestored}</Notice>}
          {!isSavedInBrowser && <p className="quiet">{sheetMessages.notKept}</p>}
          {note?.step === step && note.tone === 'bad' && <Notice tone="bad">{note.text}</Notice>}
        </>
      }
    >
      <div className="fields">
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
          <Fields fields={fields} form={form} />
        )}
      </div>
      <div className="row">
        <Button type="submit" kind="solid" busy={busy}>
          Save
        </Button>
        <Button kind="line" onClick={() => store.go(null)}>
          Close
        </Button>
      </div>
    </Form>
  );
}

/** Turns `emergency_contacts[1].phone` into "Person 2, Mobile". */
function labelOf(path: string, fields: readonly FormField[]): string | undefined {
  const [, at, part] = /\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  if (at !== undefined)
    return `Person ${Number(at) + 1}, ${part === 'phone' ? personLabels.phone : personLabels.name}`;
  return fields.find((field) => field.path === path)?.label;
}
