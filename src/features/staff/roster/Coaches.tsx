import type { Coach } from '#contract/roster.ts';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { assignCoach } from '#api/assign-coach.ts';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { fetchCoaches } from './api.ts';
import { coachMessages, placeOnDay } from './messages.ts';
import { type RosterEntry, placeIdOf } from './model.ts';

/** For admins: assigns a substitute to a session, or adds and removes coaches of a camp. The list loads on request. */
export function Coaches({ place, onChanged }: { place: RosterEntry; onChanged: () => void }) {
  const [coaches, setCoaches] = useState<readonly Coach[] | null>(null);
  const { busy, outcome, run } = useAction();
  const id = placeIdOf(place);
  const where = placeOnDay(place);
  const load = () =>
    run(async () => {
      const answer = await fetchCoaches();
      if (!answer.ok) return { tone: 'bad', text: coachMessages.notLoaded };
      setCoaches(answer.value);
      return null;
    });
  const setCoach = (coachId: string, isCoach: boolean) =>
    run(async () => {
      const answer = await assignCoach(id, coachId, isCoach);
      if (!answer.ok) return { tone: 'bad', text: coachMessages.failed };
      setCoaches(null);
      onChanged();
      return null;
    });
  return (
    <div className="roster-coaches no-print">
      {coaches === null ? (
        <Button
          kind="line"
          small
          busy={busy}
          aria-label={`${coachMessages.choose}: ${where}`}
          onClick={() => void load()}
        >
          {coachMessages.choose}
        </Button>
      ) : (
        <Choice
          place={place}
          coaches={coaches}
          busy={busy}
          onChoose={(coachId) => void setCoach(coachId, true)}
        />
      )}
      {place.kind === 'camp' &&
        place.coaches.map((coach) => (
          <Button
            key={coach.id}
            kind="line"
            small
            aria-label={`${coachMessages.remove(coach.name)}: ${where}`}
            onClick={() => void setCoach(coach.id, false)}
          >
            {coachMessages.remove(coach.name)}
          </Button>
        ))}
      {outcome && <p role="alert">{outcome.text}</p>}
    </div>
  );
}

interface Props {
  place: RosterEntry;
  coaches: readonly Coach[];
  busy: boolean;
  onChoose: (coachId: string) => void;
}

function Choice({ place, coaches, busy, onChoose }: Props) {
  const [chosen, setChosen] = useState('');
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => select.current?.focus(), []);
  const id = `coach-${placeIdOf(place)}`;
  const available = coaches.filter((coach) => !place.coaches.some((assigned) => assigned.id === coach.id));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (chosen !== '') onChoose(chosen);
  };
  return (
    <form onSubmit={submit}>
      <label htmlFor={id}>{coachMessages[place.kind]}</label>
      <select
        ref={select}
        id={id}
        className="input"
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      >
        <option value="">{coachMessages.nobody}</option>
        {available.map((coach) => (
          <option key={coach.id} value={coach.id}>
            {coach.name}
          </option>
        ))}
      </select>
      <Button small type="submit" busy={busy} aria-disabled={chosen === '' || undefined}>
        {coachMessages.assign}
      </Button>
    </form>
  );
}
