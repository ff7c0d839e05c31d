import type { CopiedWeek, WeekCopy } from '#contract/week-copies.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { useState } from 'react';
import { addDays } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { Notice } from '#ui/Notice.tsx';
import { fillInMessage } from '#ui/people/messages.ts';
import { coachClashMessages } from '#ui/staff/messages.ts';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { copyWeek, previewWeekCopy, withdrawSessions } from '../api.ts';
import { formMessages, refusals } from '../messages.ts';
import { ITEMS_MAX, mondayOf } from '../model.ts';
import type { ScheduleStore } from '../store.ts';
import { copyMessages } from './messages.ts';

type CopyState =
  | { state: 'form' | 'undone' }
  | { state: 'refused'; code: ErrorCode }
  | { state: 'preview'; to: string; copy: WeekCopy }
  | { state: 'done'; to: string; copied: CopiedWeek };

interface Props {
  schedule: ScheduleStore;
  monday: string;
  onLeave: () => void;
}

const newCampIds = ({ camps }: CopiedWeek): string[] => camps.flatMap(({ id }) => (id === null ? [] : [id]));

/** Shows the consequences before a week is copied. */
export function CopyWeek({ schedule, monday, onLeave }: Props) {
  const [day, setDay] = useState(addDays(monday, 7));
  const [isSubmitted, setTried] = useState(false);
  const { busy, run } = useAction();
  const [step, setStep] = useState<CopyState>({ state: 'form' });
  const change = (work: () => Promise<CopyState>) =>
    run(async () => {
      setStep(await work());
      return null;
    });
  const preview = () =>
    change(async () => {
      const to = mondayOf(day);
      const answer = await previewWeekCopy(monday, to);
      return answer.ok
        ? { state: 'preview', to, copy: answer.value }
        : { state: 'refused', code: answer.code };
    });
  const copy = (to: string) =>
    change(async () => {
      const answer = await copyWeek(monday, to);
      // Camps appear on the site with its next build.
      if (answer.ok && newCampIds(answer.value).length > 0) await schedule.changedPages();
      else schedule.refreshAfterChange();
      return answer.ok
        ? { state: 'done', to, copied: answer.value }
        : { state: 'refused', code: answer.code };
    });
  const undo = (copied: CopiedWeek) =>
    change(async () => {
      const campIds = newCampIds(copied);
      const answer = await withdrawSessions(copied.made, campIds);
      if (campIds.length > 0) await schedule.changedPages();
      else schedule.refreshAfterChange();
      return answer.ok ? { state: 'undone' } : { state: 'refused', code: answer.code };
    });
  if (step.state === 'done') {
    const { made, clashes } = step.copied;
    const madeCount = made.length + newCampIds(step.copied).length;
    return (
      <Notice
        tone={clashes.length > 0 ? 'warn' : 'calm'}
        list={[...copyMessages.leftOut(step.copied), ...clashes.map(coachClashMessages.text)]}
        actions={
          <>
            <Button kind="line" small onClick={() => schedule.goToWeek(step.to)}>
              {copyMessages.showWeek}
            </Button>
            {madeCount > 0 && madeCount <= ITEMS_MAX && (
              <Button kind="line" small busy={busy} onClick={() => void undo(step.copied)}>
                {copyMessages.undo}
              </Button>
            )}
            <Button kind="line" small onClick={onLeave}>
              {formMessages.goBack}
            </Button>
          </>
        }
      >
        {copyMessages.done(step.copied, step.to)}
        {clashes.length > 0 && ` ${coachClashMessages.title}`}
      </Notice>
    );
  }
  if (step.state === 'preview')
    return (
      <Preview
        to={step.to}
        copy={step.copy}
        busy={busy}
        onConfirm={() => void copy(step.to)}
        onChange={() => setStep({ state: 'form' })}
      />
    );
  return (
    <FormElement
      className="sheet schedule-form"
      aria-label={copyMessages.title}
      onSubmit={() => {
        setTried(true);
        if (day !== '') void preview();
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
        error={isSubmitted && day === '' ? fillInMessage : undefined}
        onChange={({ target }) => setDay(target.value)}
      />
      {step.state === 'undone' && <Notice>{copyMessages.undone}</Notice>}
      {step.state === 'refused' && <RefusalNotice code={step.code} own={refusals} />}
      <div className="row">
        <Button kind="solid" small type="submit" busy={busy}>
          {copyMessages.preview}
        </Button>
        <Button kind="line" small onClick={onLeave}>
          {formMessages.goBack}
        </Button>
      </div>
    </FormElement>
  );
}

interface PreviewProps {
  to: string;
  copy: WeekCopy;
  busy: boolean;
  onConfirm: () => void;
  onChange: () => void;
}

const Preview = ({ to, copy, busy, onConfirm, onChange }: PreviewProps) => (
  <section className="sheet schedule-form" aria-label={copyMessages.title}>
    <div className="schedule-consequences">
      <b>{copyMessages.consequences(to)}</b>
      <ul>
        {copyMessages.lines(copy).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
    {copy.clashes.length > 0 && (
      <Notice tone="warn" title={coachClashMessages.title} list={copy.clashes.map(coachClashMessages.text)} />
    )}
    <div className="row">
      {!copyMessages.isEmpty(copy) && (
        <Button kind="solid" small busy={busy} onClick={onConfirm}>
          {copyMessages.copy}
        </Button>
      )}
      <Button kind="line" small onClick={onChange}>
        {copyMessages.change}
      </Button>
    </div>
  </section>
);
