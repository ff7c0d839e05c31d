import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CampFields, PlaceDetails, SessionFields, WeekPlan } from '#contract/management-schedule.ts';
import { Button } from '#ui/Button.tsx';
import { ImpactQuestion } from '../change/ImpactQuestion.tsx';
import { CampInputs } from './CampInputs.tsx';
import { formMessages, placeMessages, valueMessage } from '../messages.ts';
import { type Fields, namesOf } from '../model.ts';
import type { Kind, PlaceStore } from './detail.ts';
import { SessionInputs } from './SessionInputs.tsx';

interface Props {
  place: PlaceStore;
  plan: WeekPlan;
  details: PlaceDetails | null;
  kind: Kind;
  isNew: boolean;
  /** The values when the form was opened. */
  seen: Fields;
  /** The current values, if somebody else changed them. */
  now?: Fields;
  /** True if somebody is booked or waiting, so that what they booked cannot be changed. */
  fixed: boolean;
  onLeave: () => void;
}

export function PlaceForm({ place, plan, kind, isNew, seen, now = seen, fixed, onLeave }: Props) {
  const [draft, setDraft] = useState<Fields>(seen);
  const outcome = useStore(place.$outcome);
  const question = useStore(place.$question);
  const busy = useStore(place.$busy);
  const form = useRef<HTMLFormElement>(null);
  useEffect(
    () => form.current?.querySelector<HTMLElement>('input:not(:disabled), select:not(:disabled)')?.focus(),
    [],
  );
  const change = (more: Fields) => setDraft({ ...draft, ...more });
  const named = useMemo(() => namesOf(plan), [plan]);
  if (question !== null)
    return (
      <ImpactQuestion
        impact={question.impact}
        changes={question.changes.map(({ field, was, is }) =>
          formMessages.becomes(field, valueMessage(was, named), valueMessage(is, named)),
        )}
        anew={question.anew}
        busy={false}
        onDecide={question.answer}
        onLeave={() => question.answer(null)}
      />
    );
  return (
    <form
      ref={form}
      className="sheet schedule-form"
      aria-label={placeMessages.edit}
      onSubmit={(event) => {
        event.preventDefault();
        void place.save(draft, now).then((isDone) => isDone && !isNew && onLeave());
      }}
    >
      {fixed && <p className="quiet">{kind === 'camp' ? placeMessages.fixedCamp : placeMessages.fixed}</p>}
      {kind === 'session' ? (
        <SessionInputs plan={plan} fixed={fixed} change={change} draft={draft as unknown as SessionFields} />
      ) : (
        <CampInputs
          plan={plan}
          fixed={fixed}
          change={change}
          isNew={isNew}
          draft={draft as unknown as CampFields}
        />
      )}
      <div className="row">
        <Button kind="solid" type="submit" busy={busy}>
          {isNew
            ? formMessages.make
            : outcome?.state === 'overtaken'
              ? formMessages.saveOver
              : formMessages.save}
        </Button>
        <Button kind="line" onClick={onLeave}>
          {formMessages.cancel}
        </Button>
      </div>
    </form>
  );
}
