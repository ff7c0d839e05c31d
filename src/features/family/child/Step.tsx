import { MAX_PEOPLE } from '#contract/contact.ts';
import type { ChildProfile } from '#contract/family-people.ts';
import { formatDay } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { SheetStep } from '#ui/family/sheet/SheetStep.tsx';
import { StepForm } from '#ui/family/sheet/StepForm.tsx';
import type { Child } from './child.ts';
import { messages, stepMessages } from './messages.ts';
import { familyPeople, listAnswers } from './model.ts';
import { stepFields } from './steps.ts';
import { type StepId } from './step-ids.ts';
import { isPeopleStep } from '#ui/family/sheet/people-steps.ts';

interface Props {
  child: Child;
  profile: ChildProfile;
  step: StepId;
  at: number;
}

export function Step({ child, profile, step, at }: Props) {
  const open = useStore(child.$step);
  const note = useStore(child.$note);
  const answers = listAnswers(step, profile);
  // A parent may also answer that there is nothing to report.
  const isAnswered = step === 'health' ? profile.health_answer.state !== 'unknown' : answers.length > 0;
  const summary = summarize(step, answers, profile);
  return (
    <SheetStep
      id={step}
      at={at}
      title={stepMessages[step].title}
      summary={
        note?.step === step && note.tone === 'calm' ? (
          <span role="status">
            <b>{note.text}</b> {summary}
          </span>
        ) : (
          summary
        )
      }
      isAnswered={isAnswered}
      isOpen={open === step}
      open={{ label: isAnswered ? messages.change : messages.tell, onOpen: () => child.go(step) }}
    >
      <StepForm
        store={child}
        step={step}
        {...stepMessages[step]}
        fields={stepFields[step]}
        mostPeople={MAX_PEOPLE}
      />
    </SheetStep>
  );
}

/**
 * Returns a summary of a step. Other people may see the screen, so health and behaviour are summarised by a count
 * only.
 */
function summarize(step: StepId, answers: readonly string[], profile: ChildProfile): string {
  if (step === 'about') return `${profile.name}, born ${formatDay(profile.dob)}`;
  if (isPeopleStep(step)) {
    const family = familyPeople(profile, step).map(({ name }) => name);
    const allAnswers = [...answers, ...(family.length > 0 ? [messages.ofFamily(family.join(', '))] : [])];
    return allAnswers.join('. ') || (step === 'people' ? messages.nobody : messages.onlyParents);
  }
  if (step === 'health') return messages.healthAnswer(profile.health_answer, answers.length);
  return answers.length > 0 ? messages.notes(answers.length) : messages.notSaid;
}
