import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { CoachAbsence, CoachWeek } from '#contract/coach-time.ts';
import { errorText } from '#api/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { Field } from '#ui/Field.tsx';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { Notice } from '#ui/Notice.tsx';
import { absenceFields, createAbsenceForm } from './absence-form.ts';
import { absenceMessages as words, fieldFault, refusals } from './messages.ts';
import type { MyWeekStore } from './store.ts';

interface Props {
  store: MyWeekStore;
  week: CoachWeek;
}

export function Absences({ store, week }: Props) {
  /** The absence that the form edits, `new` for a new one, or null while the form is closed. */
  const [open, setOpen] = useState<CoachAbsence | 'new' | null>(null);
  const { busy, outcome, run } = useAction();
  const remove = (absence: CoachAbsence) =>
    run(async () => {
      const answer = await store.removeAbsence(absence);
      return answer.ok ? null : { tone: 'bad', text: await errorText(answer.code, refusals) };
    });
  const noneText = week.is_me ? words.none : words.noneOf;
  const listText = week.is_me ? words.text : words.textOf;
  return (
    <section className="sheet" aria-labelledby="coach-absences">
      <header>
        <h2 id="coach-absences">{words.title}</h2>
        {open === null && (
          <Button kind="line" small onClick={() => setOpen('new')}>
            {words.add}
          </Button>
        )}
      </header>
      {open !== null && (
        <AbsenceForm
          store={store}
          before={open === 'new' ? null : open}
          today={week.today}
          onLeave={() => setOpen(null)}
        />
      )}
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <p className="quiet">{week.absences.length === 0 ? noneText : listText}</p>
      {week.absences.length > 0 && (
        <ul>
          {week.absences.map((absence) => {
            const line = words.line(absence);
            return (
              <li key={absence.id} className="my-week-absence">
                <p>
                  <b>{line}</b>
                  <span className="quiet">{words.kind(absence)}</span>
                </p>
                {open === null && (
                  <div className="row">
                    <Button
                      kind="line"
                      small
                      aria-label={words.changeOf(line)}
                      onClick={() => setOpen(absence)}
                    >
                      {words.change}
                    </Button>
                    <ConfirmButton
                      name={words.remove}
                      label={words.removeOf(line)}
                      means={words.removeMeans}
                      yes={words.remove}
                      no={words.keep}
                      busy={busy}
                      harm
                      onYes={() => void remove(absence)}
                    />
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

interface FormProps {
  store: MyWeekStore;
  before: CoachAbsence | null;
  today: string;
  onLeave: () => void;
}

function AbsenceForm({ store, before, today, onLeave }: FormProps) {
  const [form] = useState(() => createAbsenceForm(store, before, today, onLeave));
  const values = useStore(form.$values);
  const busy = useStore(form.$busy);
  const outcome = useStore(form.$outcome);
  const errorOf = useErrorOf(form, fieldFault);
  const time = (id: 'from_time' | 'until_time', texts: { label: string; hint?: string }) => (
    <Field
      id={id}
      {...texts}
      type="time"
      step={300}
      value={values[id]}
      error={errorOf(id)}
      onChange={({ target }) => form.change({ [id]: target.value })}
    />
  );
  return (
    <Form
      form={form}
      className="my-week-form stack gap-3.5"
      label={before === null ? words.add : words.changeAbsence}
      messageOf={fieldFault}
    >
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <div className="my-week-pair">
        <Fields fields={absenceFields.days} form={form} messageOf={fieldFault} />
        {time('from_time', words.from)}
        {time('until_time', words.until)}
      </div>
      <Fields fields={absenceFields.others} form={form} messageOf={fieldFault} />
      <div className="row">
        <Button kind="solid" type="submit" busy={busy}>
          {words.save}
        </Button>
        <Button kind="line" onClick={onLeave}>
          {words.leave}
        </Button>
      </div>
    </Form>
  );
}
