import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { WeekPlan } from '#contract/management-schedule.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { impactMessages } from '../change/messages.ts';
import { fieldName, formMessages, refusals, valueMessage } from '../messages.ts';
import { namesOf } from '../model.ts';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { removeRefusals } from '../remove-camp/messages.ts';
import type { ItemDetailsStore } from './detail.ts';

interface Props {
  detail: ItemDetailsStore;
  plan: WeekPlan | null;
  kind: 'session' | 'camp';
  /** Closes the form without saving, so that somebody else's change stays. */
  onKeepTheirs: () => void;
}

/** Shows the result of an action with its undo, or what somebody else changed first. */
export function ItemNotice({ detail, plan, kind, onKeepTheirs }: Props) {
  const outcome = useStore(detail.$outcome);
  const names = useMemo(() => namesOf(plan), [plan]);
  switch (outcome?.state) {
    case undefined:
      return null;
    case 'refused':
      return (
        <RefusalNotice
          code={outcome.code}
          names={outcome.names}
          own={outcome.what === 'remove' ? removeRefusals : refusals}
          // The name of an SQL argument is not a field of the form.
          about={
            outcome.field === undefined || outcome.field.startsWith('p_')
              ? undefined
              : fieldName(outcome.field)
          }
        />
      );
    case 'conflict':
      return (
        <Notice
          tone="warn"
          title={formMessages.conflict(outcome.by)}
          list={outcome.changes.map(({ field, was, is }) =>
            formMessages.became(field, valueMessage(was, names), valueMessage(is, names)),
          )}
          actions={
            <Button kind="line" small onClick={onKeepTheirs}>
              {formMessages.takeOtherVersion}
            </Button>
          }
        >
          {formMessages.conflictText}
        </Notice>
      );
    case 'done': {
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
          {formMessages.done[outcome.what] +
            formMessages.onSite[kind] +
            formMessages.offered(outcome.offered)}
          {outcome.mails > 0 && impactMessages.mailsQueued(outcome.mails)}
        </Notice>
      );
    }
  }
}
