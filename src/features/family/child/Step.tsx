import { MOST_PEOPLE } from '#contract/contact.ts';
import type { ChildProfile } from '#contract/family-people.ts';
import { formatBirthDate } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { mayBeKept } from '../../../ui/family/sheet/field.ts';
import { PeopleFields } from '../../../ui/family/sheet/PeopleFields.tsx';
import { SheetFields } from '../../../ui/family/sheet/SheetFields.tsx';
import { SheetForm, SheetStep } from '../../../ui/family/sheet/SheetStep.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { personLabels } from '../../../ui/people/words.ts';
import type { Child } from './child.ts';
import { messages, stepWords } from './messages.ts';
import { familyPeople, toldIn } from './model.ts';
import { isHealthStep, isPeopleStep, type StepId, stepFields, stepPeople } from './steps.ts';

interface Props {
  child: Child;
  profile: ChildProfile;
  step: StepId;
  at: number;
}

export function Step({ child, profile, step, at }: Props) {
  const open = useStore(child.$step);
  const note = useStore(child.$note);
  const told = toldIn(step, profile);
  // "Nothing to tell" is an answer too.
  const isTold = isHealthStep(step) ? profile.health !== null : told.length > 0;
  const summary = summaryOf(step, told, profile);
  return (
    <SheetStep
      id={step}
      at={at}
      title={stepWords[step].title}
      summary={
        note?.step === step && note.tone === 'calm' ? (
          <span role="status">
            <b>{note.text}</b> {summary}
          </span>
        ) : (
          summary
        )
      }
      isTold={isTold}
      isOpen={open === step}
      open={{ label: isTold ? messages.change : messages.tell, onOpen: () => child.go(step) }}
    >
      <StepForm child={child} step={step} />
    </SheetStep>
  );
}

/** What is told of health and behaviour stays folded: a screen is looked at over a shoulder. */
function summaryOf(step: StepId, told: readonly string[], profile: ChildProfile): string {
  if (step === 'about') return `${profile.name}, born ${formatBirthDate(profile.dob)}`;
  if (isPeopleStep(step)) {
    const family = familyPeople(profile, step).map(({ name }) => name);
    const all = [...told, ...(family.length > 0 ? [messages.ofFamily(family.join(', '))] : [])];
    return all.join('. ') || (step === 'people' ? messages.nobody : messages.onlyParents);
  }
  if (isHealthStep(step) && profile.health === null) return messages.notSaid;
  if (told.length > 0) return messages.notes(told.length);
  return isHealthStep(step) ? messages.nothing : messages.notSaid;
}

function StepForm({ child, step }: { child: Child; step: StepId }) {
  const { sheet } = child;
  const values = useStore(sheet.$values);
  const typed = useStore(sheet.$typed);
  const isBack = useStore(sheet.$isBack);
  const faults = useStore(sheet.$faults);
  const refusals = useStore(sheet.$refusals);
  const people = useStore(child.$people);
  const busy = useStore(child.$busy);
  const note = useStore(child.$note);
  const fields = stepFields[step];
  const isKept = !isPeopleStep(step) && fields.every(({ path }) => mayBeKept(path));
  const cameBack = isBack && fields.some(({ path }) => path in typed);
  return (
    <SheetForm
      text={stepWords[step].text}
      note={
        <>
          {cameBack && <Notice>{messages.kept}</Notice>}
          {!isKept && <p className="quiet">{messages.notKept}</p>}
          {note?.step === step && note.tone === 'bad' && <Notice tone="bad">{note.text}</Notice>}
        </>
      }
      faults={faults}
      refusals={refusals}
      nameOf={(path) => nameOf(step, path)}
      busy={busy}
      onSave={() => void child.save()}
      onClose={() => child.go(null)}
    >
      {isPeopleStep(step) ? (
        <PeopleFields
          group={stepPeople[step]}
          people={people}
          faults={faults}
          needsPhone={step === 'people'}
          most={MOST_PEOPLE}
          onChange={child.setPeople}
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
    return `Person ${Number(at) + 1}, ${part === 'phone' ? personLabels.phone : personLabels.name}`;
  return stepFields[step].find((field) => field.path === path)?.label ?? stepWords[step].title;
}
