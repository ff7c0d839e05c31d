import type { Coach } from '#contract/roster.ts';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { assignCoach, fetchCoaches } from './api.ts';
import { coachWords } from './messages.ts';
import { type Place, placeIdOf } from './model.ts';

/** An admin's: who leads a session, who else a camp. One select; the list is asked for when it is opened. */
export function Coaches({ place, onChanged }: { place: Place; onChanged: () => void }) {
  const [all, setAll] = useState<readonly Coach[] | null>(null);
  const [failed, setFailed] = useState(false);
  const id = placeIdOf(place);
  const isCamp = place.kind === 'camp';
  const free = (all ?? []).filter((coach) => !place.coaches.some((known) => known.id === coach.id));
  async function load(): Promise<void> {
    if (all !== null) return;
    const answer = await fetchCoaches();
    if (answer.ok) setAll(answer.value);
    else setFailed(true);
  }
  async function assign(coachId: string, leads: boolean): Promise<void> {
    const answer = await assignCoach(id, coachId, leads);
    setFailed(!answer.ok);
    if (answer.ok) onChanged();
  }
  return (
    <div className="roster-coaches no-print">
      <label htmlFor={`coach-${id}`}>{isCamp ? coachWords.lead : coachWords.stand}</label>
      <select
        id={`coach-${id}`}
        className="input"
        value=""
        onFocus={() => void load()}
        onPointerDown={() => void load()}
        onChange={(event) => void assign(event.target.value, true)}
      >
        <option value="">{coachWords.choose}</option>
        {free.map((coach) => (
          <option key={coach.id} value={coach.id}>
            {coach.name}
          </option>
        ))}
      </select>
      {isCamp &&
        place.coaches.map((coach) => (
          <Button key={coach.id} kind="line" small onClick={() => void assign(coach.id, false)}>
            {coachWords.remove(coach.name)}
          </Button>
        ))}
      {failed && <p role="alert">{coachWords.failed}</p>}
    </div>
  );
}
