import { useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import type { Season, SeasonCopy, SeasonFields } from '#contract/seasons.ts';
import { addDays } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { Notice } from '#ui/Notice.tsx';
import { coachClashMessages } from '#ui/staff/messages.ts';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { copySeason, previewCopy, withdrawSeason } from './api.ts';
import type { SeasonsStore } from './store.ts';
import { createSeasonForm } from './form.ts';
import { copyMessages as words, formMessages, refusals } from './messages.ts';
import { SeasonForm } from './SeasonForm.tsx';

type Step =
  | { state: 'form' | 'undone' }
  | { state: 'preview'; fields: SeasonFields; copy: SeasonCopy; code?: ErrorCode }
  | { state: 'done'; fields: SeasonFields; id: string; made: number; code?: ErrorCode };

interface Props {
  store: SeasonsStore;
  season: Season;
  onLeave: () => void;
}

const DAYS = 7;
/** Returns the start of the copy. It is on the same weekday after the season, so that complete weeks stay complete. */
const nextStart = ({ first_day, last_day }: SeasonFields): string => {
  let day = first_day;
  while (day <= last_day) day = addDays(day, DAYS);
  return day;
};

/** Shows the consequences before a season is copied. */
export function CopySeason({ store, season, onLeave }: Props) {
  const [step, setStep] = useState<Step>({ state: 'form' });
  const { busy, run } = useAction();
  const [form] = useState(() =>
    createSeasonForm({
      before: { name: '', first_day: nextStart(season.fields), last_day: '' },
      async send(fields) {
        const answer = await previewCopy(season.id, fields);
        return answer.ok ? { ok: true, value: { fields, copy: answer.value } } : answer;
      },
      onSent: (seen) => setStep({ state: 'preview', ...seen }),
    }),
  );
  const change = (work: () => Promise<Step>) =>
    run(async () => {
      setStep(await work());
      store.refreshSchedule();
      await store.read();
      return null;
    });
  const copy = (seen: Extract<Step, { state: 'preview' }>) =>
    change(async () => {
      const answer = await copySeason(season.id, seen.fields);
      return answer.ok
        ? { state: 'done', fields: seen.fields, ...answer.value }
        : { ...seen, code: answer.code };
    });
  const undo = (result: Extract<Step, { state: 'done' }>) =>
    change(async () => {
      const answer = await withdrawSeason(result.id);
      return answer.ok ? { state: 'undone' } : { ...result, code: answer.code };
    });
  return (
    <>
      <h2 id="side-title">{words.title(season.fields.name)}</h2>
      {step.state === 'undone' && <Notice>{words.undone}</Notice>}
      {'code' in step && <RefusalNotice code={step.code} own={refusals} />}
      {(step.state === 'form' || step.state === 'undone') && (
        <SeasonForm form={form} save={words.preview} onLeave={onLeave}>
          {words.text}
        </SeasonForm>
      )}
      {step.state === 'preview' && (
        <Preview
          seen={step.copy}
          busy={busy}
          onConfirm={() => void copy(step)}
          onChange={() => setStep({ state: 'form' })}
        />
      )}
      {step.state === 'done' && (
        <Notice
          actions={
            <>
              <Button kind="line" small onClick={() => store.open(step.id)}>
                {words.open(step.fields.name)}
              </Button>
              <Button kind="line" small busy={busy} onClick={() => void undo(step)}>
                {words.undo}
              </Button>
              <Button kind="line" small onClick={onLeave}>
                {formMessages.leave}
              </Button>
            </>
          }
        >
          {words.done(step.fields.name, step.made)}
        </Notice>
      )}
    </>
  );
}

interface PreviewProps {
  seen: SeasonCopy;
  busy: boolean;
  onConfirm: () => void;
  onChange: () => void;
}

const Preview = ({ seen, busy, onConfirm, onChange }: PreviewProps) => (
  <div className="stack gap-3.5">
    <div className="schedule-consequences">
      <b>{words.consequences}</b>
      <ul>
        {words.lines(seen).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
    {seen.clashes.length > 0 && (
      <Notice tone="warn" title={coachClashMessages.title} list={seen.clashes.map(coachClashMessages.text)} />
    )}
    <div className="row">
      <Button kind="solid" busy={busy} onClick={onConfirm}>
        {words.confirm}
      </Button>
      <Button kind="line" onClick={onChange}>
        {words.change}
      </Button>
    </div>
  </div>
);
