import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { ScheduleItem, WeekPlan } from '#contract/management-schedule.ts';
import { Button } from '#ui/Button.tsx';
import { createCoachChange } from '../change/coaches.ts';
import { ImpactQuestion } from '../change/ImpactQuestion.tsx';
import { coachMessages, refusals } from '../messages.ts';
import { RefusalNotice } from '../RefusalNotice.tsx';
import type { ItemDetailsStore } from './detail.ts';

interface Props {
  detail: ItemDetailsStore;
  plan: WeekPlan;
  camp: ScheduleItem;
}

/** Lists the coaches of a camp. Each of them sees its roster. */
export function CampCoaches({ detail, plan, camp }: Props) {
  const [change] = useState(() => createCoachChange(camp.id, detail.refresh));
  const busy = useStore(change.$busy);
  const outcome = useStore(change.$outcome);
  const question = useStore(change.$question);
  const current = plan.coaches.filter(({ name }) => camp.coaches.includes(name));
  const otherCoaches = plan.coaches.filter((coach) => !current.includes(coach));
  const nameOf = (id: string) => plan.coaches.find((coach) => coach.id === id)?.name ?? '';
  return (
    <section className="sheet" aria-labelledby="camp-coaches">
      <header>
        <h3 id="camp-coaches">{coachMessages.title}</h3>
      </header>
      {question ? (
        <ImpactQuestion
          impact={question.impact}
          changes={[coachMessages[question.action](nameOf(question.coachId))]}
          hasChanged={question.hasChanged}
          busy={busy}
          onDecide={(decision) => void change.confirm(decision)}
          onLeave={change.cancel}
        />
      ) : (
        <div className="camp-coaches">
          {outcome && <RefusalNotice code={outcome.code} own={refusals} />}
          {current.map(({ id, name }) => (
            <Button key={id} kind="line" small busy={busy} onClick={() => void change.start(id, 'remove')}>
              {coachMessages.remove(name)}
            </Button>
          ))}
          {current.length === 0 && <p className="quiet">{coachMessages.none}</p>}
          {otherCoaches.map(({ id, name }) => (
            <Button key={id} kind="line" small busy={busy} onClick={() => void change.start(id, 'add')}>
              {coachMessages.add(name)}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
