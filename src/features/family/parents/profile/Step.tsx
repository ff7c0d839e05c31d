import { MAX_PEOPLE } from '#contract/contact.ts';
import type { ParentProfile } from '#contract/family-people.ts';
import { useStore } from '@nanostores/react';
import { SheetStep } from '#ui/family/sheet/SheetStep.tsx';
import { StepForm } from '#ui/family/sheet/StepForm.tsx';
import { profileMessages, stepMessages, summaryMessages } from './messages.ts';
import { listAnswers } from './model.ts';
import type { Profile } from './profile.ts';
import { stepFields } from './steps.ts';
import { type StepId } from './step-ids.ts';

interface Props {
  store: Profile;
  profile: ParentProfile;
  step: StepId;
  at: number;
}

export function Step({ store, profile, step, at }: Props) {
  const open = useStore(store.$step);
  const note = useStore(store.$note);
  const answers = listAnswers(step, profile);
  // A parent may also answer "nothing to report" or "only the parents".
  const isAnswered = step === 'health' ? profile.health !== null : answers.length > 0;
  return (
    <SheetStep
      id={step}
      at={at}
      title={stepMessages[step].title}
      summary={
        note?.step === step && note.tone === 'calm' ? (
          <span role="status">
            <b>{note.text}</b> {summarize(step, answers, profile)}
          </span>
        ) : (
          summarize(step, answers, profile)
        )
      }
      isAnswered={isAnswered}
      isOpen={open === step}
      open={{
        label: isAnswered ? profileMessages.change : profileMessages.add,
        onOpen: () => store.go(step),
      }}
    >
      <StepForm
        store={store}
        step={step}
        {...stepMessages[step]}
        fields={stepFields[step]}
        mostPeople={MAX_PEOPLE}
      />
    </SheetStep>
  );
}

function summarize(step: StepId, answers: readonly string[], profile: ParentProfile): string {
  if (step === 'health') {
    if (profile.health === null) return summaryMessages.noAnswer;
    // Other people may see the screen, so the summary hides the text.
    return answers.length === 0 ? summaryMessages.nothingToTell : summaryMessages.noteCount(answers.length);
  }
  if (answers.length > 0) return step === 'you' ? (answers[0] ?? '') : answers.slice(0, 3).join(', ');
  if (step === 'people') return summaryMessages.nobody;
  return step === 'pickup' ? summaryMessages.onlyParents : summaryMessages.none;
}
