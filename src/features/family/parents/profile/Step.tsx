import { MOST_PEOPLE } from '#contract/contact.ts';
import type { ParentProfile } from '#contract/family-people.ts';
import { useStore } from '@nanostores/react';
import { mayBeKept } from '../../../../ui/family/sheet/field.ts';
import { PeopleFields } from '../../../../ui/family/sheet/PeopleFields.tsx';
import { SheetFields } from '../../../../ui/family/sheet/SheetFields.tsx';
import { SheetForm, SheetStep } from '../../../../ui/family/sheet/SheetStep.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { personLabels } from '../../../../ui/people/words.ts';
import { peopleWords, profileWords, stepWords, summaryWords } from './messages.ts';
import { toldIn } from './model.ts';
import type { Profile } from './profile.ts';
import { isPeopleStep, type StepId, stepFields, stepPeople } from './steps.ts';

interface Props {
  store: Profile;
  profile: ParentProfile;
  step: StepId;
  at: number;
}

export function Step({ store, profile, step, at }: Props) {
  const open = useStore(store.$step);
  const note = useStore(store.$note);
  const told = toldIn(step, profile);
  // "Nothing to tell" and "only the parents" are answers too.
  const isTold = step === 'health' ? profile.health !== null : told.length > 0;
  return (
    <SheetStep
      id={step}
      at={at}
      title={stepWords[step].title}
      summary={
        note?.step === step && note.tone === 'calm' ? (
          <span role="status">
            <b>{note.text}</b> {summaryOf(step, told, profile)}
          </span>
        ) : (
          summaryOf(step, told, profile)
        )
      }
      isTold={isTold}
      isOpen={open === step}
      open={{ label: isTold ? profileWords.change : profileWords.add, onOpen: () => store.go(step) }}
    >
      <StepForm store={store} step={step} />
    </SheetStep>
  );
}

function summaryOf(step: StepId, told: readonly string[], profile: ParentProfile): string {
  if (step === 'health') {
    if (profile.health === null) return summaryWords.neverAsked;
    // What it says stays folded: a screen is looked at over a shoulder.
    return told.length === 0 ? summaryWords.nothingToTell : summaryWords.told(told.length);
  }
  if (told.length > 0) return step === 'you' ? (told[0] ?? '') : told.slice(0, 3).join(', ');
  if (step === 'people') return summaryWords.nobody;
  return step === 'pickup' ? summaryWords.onlyParents : summaryWords.none;
}

function StepForm({ store, step }: { store: Profile; step: StepId }) {
  const { sheet } = store;
  const values = useStore(sheet.$values);
  const typed = useStore(sheet.$typed);
  const isBack = useStore(sheet.$isBack);
  const faults = useStore(sheet.$faults);
  const refusals = useStore(sheet.$refusals);
  const people = useStore(store.$people);
  const busy = useStore(store.$busy);
  const note = useStore(store.$note);
  const fields = stepFields[step];
  const isKept = !isPeopleStep(step) && fields.every(({ path }) => mayBeKept(path));
  const cameBack = isBack && fields.some(({ path }) => path in typed);
  return (
    <SheetForm
      text={stepWords[step].text}
      note={
        <>
          {cameBack && <Notice>{profileWords.kept}</Notice>}
          {!isKept && <p className="quiet">{profileWords.notKept}</p>}
          {note?.step === step && note.tone === 'bad' && <Notice tone="bad">{note.text}</Notice>}
        </>
      }
      faults={faults}
      refusals={refusals}
      nameOf={(path) => nameOf(step, path)}
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
          most={MOST_PEOPLE}
          onChange={store.setPeople}
        />
      ) : (
        <SheetFields fields={fields} values={values} faults={faults} onType={sheet.type} />
      )}
    </SheetForm>
  );
}

/** `emergency_contacts[1].phone`: "Person 2, Mobile". */
function nameOf(step: StepId, path: string): string {
  const [, at, part] = /\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  if (at !== undefined)
    return `${peopleWords.person(Number(at))}, ${part === 'phone' ? personLabels.phone : personLabels.name}`;
  return stepFields[step].find((field) => field.path === path)?.label ?? stepWords[step].title;
}
