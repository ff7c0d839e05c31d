import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { WeekPlan } from '#contract/management-schedule.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { impactMessages } from './change/messages.ts';
import { fieldName, formMessages, refusals, valueMessage } from './messages.ts';
import { type Fields, namesOf } from './model.ts';
import type { PlaceStore } from './place/detail.ts';
import { Refused } from './Refused.tsx';

interface Props {
  place: PlaceStore;
  plan: WeekPlan | null;
  seen: Fields;
  onTheirs: () => void;
}

/** The result of an action and its undo, or what somebody else changed first. */
export function PlaceNotice({ place, plan, seen, onTheirs }: Props) {
  const outcome = useStore(place.$outcome);
  const named = useMemo(() => namesOf(plan), [plan]);
  switch (outcome?.state) {
    case undefined:
      return null;
    case 'refused':
      return (
        <Refused
          code={outcome.code}
          own={refusals}
          // The name of an SQL argument is not a field of the form.
          about={
            outcome.field === null || outcome.field.startsWith('p_') ? undefined : fieldName(outcome.field)
          }
        />
      );
    case 'overtaken':
      return (
        <Notice
          tone="warn"
          title={formMessages.overtaken(outcome.by)}
          list={outcome.changes.map(({ field, was, is }) =>
            formMessages.change(field, valueMessage(was, named), valueMessage(is, named)),
          )}
          actions={
            <Button kind="line" small onClick={onTheirs}>
              {formMessages.takeTheirs}
            </Button>
          }
        >
          {formMessages.overtakenText}
        </Notice>
      );
    case 'done': {
      const kind = 'tier' in seen ? 'camp' : 'session';
      const { undo } = outcome;
      return (
        <Notice
          actions={
            undo && (
              <Button kind="line" small onClick={() => void undo()}>
                {formMessages.undo}
              </Button>
            )
          }
        >
          {formMessages.done[outcome.what] + formMessages.live[kind] + formMessages.offered(outcome.offered)}
          {outcome.mails > 0 && impactMessages.told(outcome.mails)}
        </Notice>
      );
    }
  }
}
