import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { PlannedCoach } from '#contract/class-kinds.ts';
import type { WeekPlan } from '#contract/management-schedule.ts';
import { errorText } from '#api/error-text.ts';
import { $heldRoles } from '#browser/held-roles.ts';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { Notice } from '#ui/Notice.tsx';
import { createHandover } from '#ui/staff/handover/handover.ts';
import { HandoverQuestion } from '#ui/staff/handover/HandoverQuestion.tsx';
import * as api from '../api.ts';
import { kindRefusals, newCoachMessages as words } from './messages.ts';

interface Props {
  plan: WeekPlan;
  onOpen: (coach: PlannedCoach | null) => void;
  onSaved: (text: string) => void;
}

/**
 * Lists the coaches. Staff deactivate a coach without an account here. A coach with an account leaves by losing the
 * roles.
 */
export function Coaches({ plan, onOpen, onSaved }: Props) {
  const mayRenameAll = useStore($heldRoles)?.includes('business_admin') ?? false;
  const [leaving, setLeaving] = useState<PlannedCoach | null>(null);
  const coaches = plan.coaches.filter(({ has_account }) => mayRenameAll || !has_account);
  return (
    <section className="sheet schedule-pattern" aria-labelledby="coaches-title">
      <header>
        <h2 id="coaches-title">{mayRenameAll ? words.titleAll : words.title}</h2>
        <Button kind="line" small onClick={() => onOpen(null)}>
          {words.add}
        </Button>
      </header>
      <p className="quiet">{coaches.length === 0 ? words.none : words.text}</p>
      <ul>
        {coaches.map((coach) => (
          <li key={coach.id} className="coach-line">
            <b>{coach.name}</b>
            {coach.has_account && <span className="tag">{words.account}</span>}
            <span className="row">
              {!coach.has_account && (
                <Button
                  kind="line"
                  small
                  aria-label={words.deactivateOf(coach.name)}
                  onClick={() => setLeaving(coach)}
                >
                  {words.deactivate}
                </Button>
              )}
              <Button kind="line" small aria-label={words.renameOf(coach.name)} onClick={() => onOpen(coach)}>
                {words.rename}
              </Button>
            </span>
            {leaving?.id === coach.id && (
              <Deactivate
                coach={coach}
                onClose={() => setLeaving(null)}
                onDone={() => {
                  setLeaving(null);
                  onSaved(words.deactivated(coach.name));
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {plan.former_coaches.length > 0 && <FormerCoaches coaches={plan.former_coaches} onSaved={onSaved} />}
    </section>
  );
}

function Deactivate({
  coach,
  onClose,
  onDone,
}: {
  coach: PlannedCoach;
  onClose: () => void;
  onDone: () => void;
}) {
  const [handover] = useState(() => createHandover((to) => api.fetchCoachDuties(coach.id, to)));
  const { busy, outcome, run } = useAction();
  return (
    <div className="coach-leaving">
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <HandoverQuestion
        id={coach.id}
        handover={handover}
        title={words.deactivateTitle(coach.name)}
        means={words.deactivateMeans(coach.name)}
        yes={words.deactivateYes}
        no={words.deactivateNo}
        busy={busy}
        onYes={(to) =>
          void run(async () => {
            const answer = await api.deactivateCoach(coach.id, to);
            if (!answer.ok) {
              void handover.read();
              return { tone: 'bad', text: await errorText(answer.code, kindRefusals) };
            }
            onDone();
            return null;
          })
        }
        onNo={onClose}
      />
    </div>
  );
}

function FormerCoaches({
  coaches,
  onSaved,
}: {
  coaches: readonly PlannedCoach[];
  onSaved: (text: string) => void;
}) {
  const { busy, outcome, run } = useAction();
  return (
    <>
      <h3>{words.formerTitle}</h3>
      <p className="quiet">{words.formerText}</p>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <ul>
        {coaches.map((coach) => (
          <li key={coach.id} className="coach-line">
            <b>{coach.name}</b>
            <Button
              kind="line"
              small
              busy={busy}
              aria-label={words.reactivateOf(coach.name)}
              onClick={() =>
                void run(async () => {
                  const answer = await api.reactivateCoach(coach.id);
                  if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, kindRefusals) };
                  onSaved(words.reactivated(coach.name));
                  return null;
                })
              }
            >
              {words.reactivate}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
