import type { ScheduleItem } from '#contract/management-schedule.ts';
import { errorText } from '#api/error-text.ts';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { Notice } from '#ui/Notice.tsx';
import * as api from './api.ts';
import type { ItemDetailsStore } from '../item/detail.ts';
import { cancelDayMessages as words, cancelDayRefusals, dayName } from './messages.ts';

interface Props {
  detail: Pick<ItemDetailsStore, 'refresh'>;
  camp: ScheduleItem;
  today: string;
}

/** Lists the cancelled days of a camp. A day that is not over can be held after all. */
export function CancelledDays({ detail, camp, today }: Props) {
  const { busy, outcome, run } = useAction();
  async function restore(day: string) {
    const answer = await api.restoreDay(camp.id, day);
    if (!answer.ok) return { tone: 'bad' as const, text: await errorText(answer.code, cancelDayRefusals) };
    await detail.refresh();
    return { tone: 'calm' as const, text: words.restored(day, answer.value.mails) };
  }
  return (
    <>
      {camp.cancelled_days.map((cancelled) => (
        <Notice
          key={cancelled.day}
          tone="warn"
          title={words.tag(cancelled.day)}
          actions={
            cancelled.day >= today &&
            !camp.is_cancelled_by_us && (
              <ConfirmButton
                name={words.restore}
                label={`${words.restore} ${dayName(cancelled.day)}`}
                question={words.restoreQuestion(camp, cancelled.day)}
                means={words.restoreMeans}
                yes={words.restoreYes}
                no={words.restoreNo}
                busy={busy}
                onYes={() => void run(() => restore(cancelled.day))}
              />
            )
          }
        >
          {words.cancelledDay(cancelled)}
        </Notice>
      ))}
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
    </>
  );
}
