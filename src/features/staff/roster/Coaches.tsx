import type { Coach } from '#contract/roster.ts';
import { useEffect, useRef, useState } from 'react';
import { assignCoach, previewCoach } from '#api/assign-coach.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import type { Message } from '#ui/kit/action.ts';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { missingTexts, useForm } from '#ui/kit/form/use-form.ts';
import { useAction } from '#ui/kit/use-action.ts';
import { Notice } from '#ui/Notice.tsx';
import { AssignReason } from '#ui/staff/AssignReason.tsx';
import { CoachLinks } from '#ui/staff/CoachLinks.tsx';
import { coachConcernMessages, noReasonMessage } from '#ui/staff/messages.ts';
import { fetchCoaches } from './api.ts';
import { coachMessages, placeOnDay } from './messages.ts';
import { type RosterEntry, placeIdOf } from './model.ts';

/** A question to an admin, who must confirm the concerns about this coach. */
interface Question {
  coachId: string;
  concerns: readonly string[];
  needsReason: boolean;
}

/**
 * An admin assigns a substitute to a session, or adds and removes coaches of a camp. The names of the coaches load on
 * request.
 */
export function Coaches({ place, onChanged }: { place: RosterEntry; onChanged: () => void }) {
  const [coaches, setCoaches] = useState<readonly Coach[] | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const { busy, outcome, run } = useAction();
  const id = placeIdOf(place);
  const placeText = placeOnDay(place);
  const load = () =>
    run(async () => {
      const answer = await fetchCoaches();
      if (!answer.ok) return { tone: 'bad', text: coachMessages.notLoaded };
      setCoaches(answer.value.coaches);
      return null;
    });
  async function setCoach(coachId: string, isCoach: boolean, reason: string | null = null) {
    const answer = await assignCoach(id, coachId, isCoach, null, reason);
    if (!answer.ok && answer.code === 'coach_unavailable') return chooseCoach(coachId);
    if (!answer.ok) return { tone: 'bad', text: coachMessages.failed } satisfies Message;
    setCoaches(null);
    setQuestion(null);
    onChanged();
    return null;
  }
  /** Assigns the coach at once, unless there are concerns to confirm. */
  async function chooseCoach(coachId: string): Promise<Message | null> {
    const preview = await previewCoach(id, coachId, true);
    if (!preview.ok) return { tone: 'bad', text: coachMessages.failed };
    const { concerns, needs_reason } = preview.value;
    if (concerns.length === 0) return setCoach(coachId, true);
    setQuestion({
      coachId,
      concerns: concerns.map((concern) => coachConcernMessages.text(concern)),
      needsReason: needs_reason,
    });
    return null;
  }
  if (question !== null)
    return (
      <AssignAnyway
        id={id}
        question={question}
        busy={busy}
        outcome={outcome}
        onLeave={() => setQuestion(null)}
        onAssign={(reason) => void run(() => setCoach(question.coachId, true, reason))}
      />
    );
  return (
    <div className="roster-coaches no-print">
      {coaches === null ? (
        <Button
          kind="line"
          small
          busy={busy}
          aria-label={`${coachMessages.choose}: ${placeText}`}
          onClick={() => void load()}
        >
          {coachMessages.choose}
        </Button>
      ) : (
        <Choice
          place={place}
          coaches={coaches}
          busy={busy}
          onChoose={(coach) => void run(() => chooseCoach(coach.id))}
        />
      )}
      <CoachLinks coaches={place.coaches.map(({ name }) => name)} none="" />
      {place.kind === 'camp' &&
        place.coaches.map((coach) => (
          <Button
            key={coach.id}
            kind="line"
            small
            aria-label={`${coachMessages.remove(coach.name)}: ${placeText}`}
            onClick={() => void run(() => setCoach(coach.id, false))}
          >
            {coachMessages.remove(coach.name)}
          </Button>
        ))}
      {outcome && <p role="alert">{outcome.text}</p>}
    </div>
  );
}

interface AssignAnywayProps {
  id: string;
  question: Question;
  busy: boolean;
  outcome: Message | null;
  onLeave: () => void;
  onAssign: (reason: string | null) => void;
}

function AssignAnyway({ id, question, busy, outcome, onLeave, onAssign }: AssignAnywayProps) {
  const field = `reason-${id}`;
  const form = useForm({
    empty: { [field]: '' },
    check: (values) => (question.needsReason ? missingTexts(values, field) : {}),
    send: (values) => onAssign(question.needsReason ? (values[field] ?? '').trim() : null),
  });
  const errorOf = useErrorOf(form, () => noReasonMessage);
  return (
    <Form form={form} className="roster-coaches no-print">
      <Notice tone="warn" title={coachConcernMessages.title} list={question.concerns} />
      {question.needsReason && (
        <AssignReason
          id={field}
          value={form.values[field] ?? ''}
          error={errorOf(field)}
          onChange={(reason) => form.change({ [field]: reason })}
        />
      )}
      <ConfirmActions
        keep={coachMessages.goBack}
        onKeep={onLeave}
        act={coachMessages.assignAnyway}
        busy={busy}
      />
      {outcome && <p role="alert">{outcome.text}</p>}
    </Form>
  );
}

interface Props {
  place: RosterEntry;
  coaches: readonly Coach[];
  busy: boolean;
  onChoose: (coach: Coach) => void;
}

function Choice({ place, coaches, busy, onChoose }: Props) {
  const [chosenCoachId, setChosenCoachId] = useState('');
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => select.current?.focus(), []);
  const id = `coach-${placeIdOf(place)}`;
  const available = coaches.filter(
    (coach) => !place.coaches.some((assignedCoach) => assignedCoach.id === coach.id),
  );
  const choose = () => {
    const coach = available.find(({ id }) => id === chosenCoachId);
    if (coach) onChoose(coach);
  };
  return (
    <FormElement onSubmit={choose}>
      <label htmlFor={id}>{coachMessages[place.kind]}</label>
      <select
        ref={select}
        id={id}
        className="input"
        value={chosenCoachId}
        onChange={({ target }) => setChosenCoachId(target.value)}
      >
        <option value="">{coachMessages.nobody}</option>
        {available.map((coach) => (
          <option key={coach.id} value={coach.id}>
            {coach.name}
          </option>
        ))}
      </select>
      <Button small type="submit" busy={busy} aria-disabled={chosenCoachId === '' || undefined}>
        {coachMessages.assign}
      </Button>
    </FormElement>
  );
}
