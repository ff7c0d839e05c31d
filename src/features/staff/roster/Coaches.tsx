import type { Coach } from '#contract/roster.ts';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { assignCoach } from '#api/assign-coach.ts';
import { Button } from '#ui/Button.tsx';
import { fetchCoaches } from './api.ts';
import { coachWords, placeOnDay } from './messages.ts';
import { type Place, placeIdOf } from './model.ts';

/** For admins: who leads a session, and further coaches of a camp. The list of coaches loads on request. */
export function Coaches({ place, onChanged }: { place: Place; onChanged: () => void }) {
  const [all, setAll] = useState<readonly Coach[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<'notLoaded' | 'failed' | null>(null);
  const id = placeIdOf(place);
  const where = placeOnDay(place);
  async function load(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const answer = await fetchCoaches();
    setBusy(false);
    setFault(answer.ok ? null : 'notLoaded');
    if (answer.ok) setAll(answer.value);
  }
  async function assign(coachId: string, leads: boolean): Promise<void> {
    if (busy) return;
    setBusy(true);
    const answer = await assignCoach(id, coachId, leads);
    setBusy(false);
    setFault(answer.ok ? null : 'failed');
    if (!answer.ok) return;
    setAll(null);
    onChanged();
  }
  return (
    <div className="roster-coaches no-print">
      {all === null ? (
        <Button
          kind="line"
          small
          busy={busy}
          aria-label={`${coachWords.choose}: ${where}`}
          onClick={() => void load()}
        >
          {coachWords.choose}
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
            aria-label={`${coachWords.remove(coach.name)}: ${where}`}
            onClick={() => void assign(coach.id, false)}
          >
            {coachWords.remove(coach.name)}
          </Button>
        ))}
      {fault && <p role="alert">{coachWords[fault]}</p>}
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
  const free = all.filter((coach) => !place.coaches.some((known) => known.id === coach.id));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (chosen !== '') onChoose(chosen);
  };
  return (
    <form onSubmit={submit}>
      <label htmlFor={id}>{place.kind === 'camp' ? coachWords.lead : coachWords.stand}</label>
      <select
        ref={select}
        id={id}
        className="input"
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      >
        <option value="">{coachWords.nobody}</option>
        {free.map((coach) => (
          <option key={coach.id} value={coach.id}>
            {coach.name}
          </option>
        ))}
      </select>
      <Button small type="submit" busy={busy} aria-disabled={chosen === '' || undefined}>
        {coachWords.assign}
      </Button>
    </form>
  );
}
