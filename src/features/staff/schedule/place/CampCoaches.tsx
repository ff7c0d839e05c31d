import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { SchedulePlace, WeekPlan } from '#contract/management-schedule.ts';
import { Button } from '#ui/Button.tsx';
import { createCoachChange } from '../change/coach-change.ts';
import { ImpactQuestion } from '../change/ImpactQuestion.tsx';
import { leadMessages, refusals } from '../messages.ts';
import type { PlaceStore } from './detail.ts';
import { Refused } from '../Refused.tsx';

interface Props {
  place: PlaceStore;
  plan: WeekPlan;
  camp: SchedulePlace;
}

/** The coaches of a camp. Each coach who leads it has its roster. */
export function CampCoaches({ place, plan, camp }: Props) {
  const [change] = useState(() => createCoachChange(camp.id, place.refresh));
  const busy = useStore(change.$busy);
  const outcome = useStore(change.$outcome);
  const question = useStore(change.$question);
  const leads = plan.coaches.filter(({ name }) => camp.coaches.includes(name));
  const others = plan.coaches.filter((coach) => !leads.includes(coach));
  const nameOf = (id: string) => plan.coaches.find((coach) => coach.id === id)?.name ?? '';
  return (
    <section className="sheet" aria-labelledby="camp-coaches">
      <header>
        <h3 id="camp-coaches">{leadMessages.title}</h3>
      </header>
      {question ? (
        <ImpactQuestion
          impact={question.impact}
          changes={[(question.leads ? leadMessages.add : leadMessages.remove)(nameOf(question.coachId))]}
          anew={question.anew}
          busy={busy}
          onDecide={(decision) => void change.decide(decision)}
          onLeave={change.leave}
        />
      ) : (
        <div className="camp-coaches">
          {outcome && <Refused code={outcome.code} own={refusals} />}
          {leads.map(({ id, name }) => (
            <Button key={id} kind="line" small busy={busy} onClick={() => void change.press(id, false)}>
              {leadMessages.remove(name)}
            </Button>
          ))}
          {leads.length === 0 && <p className="quiet">{leadMessages.nobody}</p>}
          {others.map(({ id, name }) => (
            <Button key={id} kind="line" small busy={busy} onClick={() => void change.press(id, true)}>
              {leadMessages.add(name)}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
