import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { errorText } from '#api/error-text.ts';
import { formatMoment } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { createForm } from '#ui/kit/form/form.ts';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import '#ui/people/error-summary.css';
import type { SettingsStore } from './detail.ts';
import type { Entry, Outcome } from './entry.ts';
import {
  detailMessages as words,
  doneMessage,
  fieldFault,
  formMessages,
  refusals,
  valueMessage,
} from './messages.ts';
import { Body, formOf, readValue } from './model.ts';

interface Props {
  detail: SettingsStore;
  entry: Entry;
}

const refusedMessage = ({ code }: Extract<Outcome, { state: 'refused' }>) => errorText(code, refusals);
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export function SettingSheet({ detail, entry }: Props) {
  const outcome = useStore(detail.$outcome);
  const busy = useStore(detail.$busy);
  const { source, changes } = entry;
  const [newest] = changes;
  const isDefault = isEqual(entry.value, entry.default);
  return (
    <>
      <header className="side-head stack gap-2">
        <h2 id="side-title">{entry.label}</h2>
        <p className="quiet">{entry.what}</p>
        <dl className="side-sums numbers">
          <div>
            <dt>{words.now}</dt>
            <dd>{valueMessage(entry)}</dd>
          </div>
          {(source.kind === 'setting' || entry.default !== null) && (
            <div>
              <dt>{words.usual}</dt>
              <dd>{valueMessage(entry, entry.default)}</dd>
            </div>
          )}
        </dl>
        {source.kind === 'period' && <p className="quiet">{words.why(source.period.why)}</p>}
      </header>
      <OutcomeNotice outcome={outcome} done={doneMessage} refused={refusedMessage} />
      {entry.canChange ? (
        <>
          <ValueForm key={JSON.stringify(entry.value)} detail={detail} entry={entry} />
          {source.kind === 'period' && <p className="quiet">{words.deletes}</p>}
          <div className="row">
            {newest && (
              <Button kind="line" small busy={busy} onClick={() => void detail.save(newest.before)}>
                {words.undo(valueMessage(entry, newest.before))}
              </Button>
            )}
            {!isDefault && (
              <Button kind="line" small busy={busy} onClick={() => void detail.save(entry.default)}>
                {words.useDefault(valueMessage(entry, entry.default))}
              </Button>
            )}
          </div>
        </>
      ) : (
        <p className="quiet">{isLocked(entry) ? words.businessOnly : words.fixed}</p>
      )}
      <History entry={entry} />
    </>
  );
}

const isLocked = ({ source }: Entry) =>
  source.kind === 'period' ? source.period.keep !== null : source.setting.is_safety;

function ValueForm({ detail, entry }: Props) {
  const busy = useStore(detail.$busy);
  const [{ form, fields }] = useState(() => {
    const { fields, values } = formOf(entry);
    return {
      fields,
      form: createForm(Body, {
        empty: values,
        read: (values) => readValue(entry, values),
        async send({ value }) {
          await detail.save(value);
          return null;
        },
        onSent: () => null,
        // The sheet itself shows the outcome of each action.
        onRefused: () => null,
        fieldOf: () => null,
      }),
    };
  });
  return (
    <Form form={form} className="stack gap-3.5" label={entry.label} messageOf={fieldFault}>
      <Fields fields={fields} form={form} messageOf={fieldFault} />
      {entry.source.kind === 'setting' && entry.source.setting.kind === 'roles' && (
        <p className="quiet">{words.rolesNote}</p>
      )}
      <div className="row">
        <Button kind="solid" type="submit" busy={busy}>
          {formMessages.save}
        </Button>
      </div>
    </Form>
  );
}

const History = ({ entry }: Pick<Props, 'entry'>) => (
  <section className="sheet" aria-labelledby="setting-history">
    <header>
      <h3 id="setting-history">{words.history}</h3>
    </header>
    {entry.changes.length === 0 && <p className="quiet">{words.noHistory}</p>}
    <ol>
      {entry.changes.map(({ at, who, before, after }) => (
        <li key={at}>
          <p>{words.changedFrom(valueMessage(entry, before), valueMessage(entry, after))}</p>
          <p className="quiet numbers">{[who, formatMoment(at)].filter(Boolean).join(' · ')}</p>
        </li>
      ))}
    </ol>
  </section>
);
