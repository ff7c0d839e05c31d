import type { Clash } from '#contract/place-changes.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { useState } from 'react';
import { addDays } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { Notice } from '#ui/Notice.tsx';
import { fillInMessage } from '#ui/people/messages.ts';
import { coachClashMessages } from '#ui/staff/messages.ts';
import { Refused } from '../Refused.tsx';
import { copyWeek, withdrawSessions } from '../api.ts';
import { copyMessages, formMessages, refusals } from '../messages.ts';
import { ITEMS_MOST, mondayOf } from '../model.ts';
import type { ScheduleStore } from '../store.ts';

type CopyState =
  | { state: 'form' | 'undone' }
  | { state: 'refused'; code: ErrorCode }
  | { state: 'done'; made: readonly string[]; leftOut: number; clashes: readonly Clash[]; to: string };

/** Copies the sessions of a week to another week. */
export function CopyWeek({
  schedule,
  monday,
  onLeave,
}: {
  schedule: ScheduleStore;
  monday: string;
  onLeave: () => void;
}) {
  const [day, setDay] = useState(addDays(monday, 7));
  const [isTried, setTried] = useState(false);
  const { busy, run } = useAction();
  const [copied, setCopied] = useState<CopyState>({ state: 'form' });
  const change = (work: () => Promise<CopyState>) =>
    run(async () => {
      setCopied(await work());
      schedule.changed();
      return null;
    });
  const copy = () =>
    change(async () => {
      const answer = await copyWeek(monday, mondayOf(day));
      if (!answer.ok) return { state: 'refused', code: answer.code };
      const { made, left_out: leftOut, clashes } = answer.value;
      return { state: 'done', made, leftOut, clashes, to: mondayOf(day) };
    });
  const undo = (ids: readonly string[]) =>
    change(async () => {
      const answer = await withdrawSessions(ids);
      return answer.ok ? { state: 'undone' } : { state: 'refused', code: answer.code };
    });
  if (copied.state === 'done')
    return (
      <Notice
        tone={copied.clashes.length > 0 ? 'warn' : 'calm'}
        list={copied.clashes.map(coachClashMessages.text)}
        actions={
          <>
            <Button kind="line" small onClick={() => schedule.goToWeek(copied.to)}>
              {copyMessages.showWeek}
            </Button>
            {copied.made.length > 0 && copied.made.length <= ITEMS_MOST && (
              <Button kind="line" small busy={busy} onClick={() => void undo(copied.made)}>
                {copyMessages.undo}
              </Button>
            )}
            <Button kind="line" small onClick={onLeave}>
              {formMessages.goBack}
            </Button>
          </>
        }
      >
        {copyMessages.done(copied.made.length, copied.leftOut, copied.to)}
        {copied.clashes.length > 0 && ` ${coachClashMessages.title}`}
      </Notice>
    );
  return (
    <form
      className="sheet schedule-form"
      aria-label={copyMessages.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (day !== '') void copy();
      }}
    >
      <p>{copyMessages.text(monday)}</p>
      <Field
        id="copy-to"
        type="date"
        label={copyMessages.to}
        hint={copyMessages.hint}
        value={day}
        required
        error={isTried && day === '' ? fillInMessage : undefined}
        onChange={({ target }) => setDay(target.value)}
      />
      {copied.state === 'undone' && <Notice>{copyMessages.undone}</Notice>}
      {copied.state === 'refused' && <Refused code={copied.code} own={refusals} />}
      <div className="row">
        <Button kind="solid" small type="submit" busy={busy}>
          {copyMessages.copy}
        </Button>
        <Button kind="line" small onClick={onLeave}>
          {formMessages.goBack}
        </Button>
      </div>
    </form>
  );
}
