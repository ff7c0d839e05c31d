import type { Coach } from '#contract/roster.ts';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { assignCoach } from '#api/assign-coach.ts';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { fetchCoaches } from './api.ts';
import { coachMessages, placeOnDay } from './messages.ts';
import { type Place, placeIdOf } from './model.ts';

/** For admins: who leads a session, and further coaches of a camp. The list of coaches loads on request. */
export function Coaches({ place, onChanged }: { place: Place; onChanged: () => void }) {
  const [all, setAll] = useState<readonly Coach[] | null>(null);
  const { busy, outcome, run } = useAction();
  const id = placeIdOf(place);
  const where = placeOnDay(place);
  const load = () =>
    run(async () => {
      const answer = await fetchCoaches();
      if (!answer.ok) return { tone: 'bad', text: coachMessages.notLoaded };
      setAll(answer.value);
      return null;
    });
  const assign = (coachId: string, leads: boolean) =>
    run(async () => {
      const answer = await assignCoach(id, coachId, leads);
      if (!answer.ok) return { tone: 'bad', text: coachMessages.failed };
      setAll(null);
      onChanged();
      return null;
    });
  return (
    <div className="roster-coaches no-print">
      {all === null ? (
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
        <Choice place={place} all={all} busy={busy} onChoose={(coachId) => void assign(coachId, true)} />
      )}
      {place.kind === 'camp' &&
        place.coaches.map((coach) => (
          <Button
            key={coach.id}
            kind="line"
            small
            aria-label={`${coachMessages.remove(coach.name)}: ${where}`}
            onClick={() => void assign(coach.id, false)}
          >
            {coachMessages.remove(coach.name)}
          </Button>
        ))}
      {outcome && <p role="alert">{outcome.text}</p>}
    </div>
  );
}

interface Props {
  place: Place;
  all: readonly Coach[];
  busy: boolean;
  onChoose: (coachId: string) => void;
}

function Choice({ place, all, busy, onChoose }: Props) {
  const [chosen, setChosen] = useState('');
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => select.current?.focus(), []);
  const id = `coach-${placeIdOf(place)}`;
  const free = all.filter((coach) => !place.coaches.some((assigned) => assigned.id === coach.id));
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
        {free.map((coach) => (
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
