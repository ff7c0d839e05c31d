import type { ErrorCode } from '#contract/errors.ts';
import { useState } from 'react';
import type { SchedulePlace, WeekPlan } from '#contract/management-schedule.ts';
import { assignCoach } from '../../../../api/assign-coach.ts';
import { Button } from '../../../../ui/Button.tsx';
import { leadWords, refusals } from '../messages.ts';
import type { PlaceStore } from './place.ts';
import { Refused } from '../Refused.tsx';

interface Props {
  place: PlaceStore;
  plan: WeekPlan;
  camp: SchedulePlace;
}

/** A camp has as many coaches as it needs; who leads it has its roster. */
export function CampCoaches({ place, plan, camp }: Props) {
  const [busy, setBusy] = useState(false);
  const [code, setCode] = useState<ErrorCode | null>(null);
  const leads = plan.coaches.filter(({ name }) => camp.coaches.includes(name));
  const others = plan.coaches.filter((coach) => !leads.includes(coach));
  async function assign(coachId: string, is: boolean): Promise<void> {
    if (busy) return;
    setBusy(true);
    const answer = await assignCoach(camp.id, coachId, is);
    setCode(answer.ok ? null : answer.code);
    await place.refresh();
    setBusy(false);
  }
  return (
    <section className="sheet" aria-labelledby="camp-coaches">
      <header>
        <h3 id="camp-coaches">{leadWords.title}</h3>
      </header>
      <div className="camp-coaches">
        {code !== null && <Refused code={code} own={refusals} />}
        {leads.map(({ id, name }) => (
          <Button key={id} kind="line" small busy={busy} onClick={() => void assign(id, false)}>
            {leadWords.remove(name)}
          </Button>
        ))}
        {leads.length === 0 && <p className="quiet">{leadWords.nobody}</p>}
        {others.map(({ id, name }) => (
          <Button key={id} kind="line" small busy={busy} onClick={() => void assign(id, true)}>
            {leadWords.add(name)}
          </Button>
        ))}
      </div>
    </section>
  );
}
