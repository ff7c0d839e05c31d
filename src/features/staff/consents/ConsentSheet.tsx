import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { type ConsentWords, PublishWords } from '#contract/management-consents.ts';
import { errorText } from '#api/error-text.ts';
import { momentOf, today } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { checkFields } from '#ui/kit/form/check.ts';
import { type FormField, fieldsOf, type Values } from '#ui/kit/form/field.ts';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { createForm } from '#ui/kit/form/form.ts';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import '#ui/people/error-summary.css';
import type { Outcome, WordsStore } from './detail.ts';
import {
  detailMessages as words,
  doneMessage,
  fieldFault,
  formMessages,
  purposeMessages,
  refusals,
  screenMessages,
} from './messages.ts';

interface Props {
  detail: WordsStore;
  record: ConsentWords;
}

const refusedMessage = ({ code }: Extract<Outcome, { state: 'refused' }>) => errorText(code, refusals);

/** The sheet shows every version of a consent's text and a form for a new version. */
export function ConsentSheet({ detail, record }: Props) {
  const outcome = useStore(detail.$outcome);
  const [writing, setWriting] = useState(false);
  return (
    <>
      <header className="side-head stack gap-2">
        <h2 id="side-title">{purposeMessages[record.purpose]}</h2>
        <p className="quiet">{screenMessages.current(record)}</p>
      </header>
      <OutcomeNotice outcome={outcome} done={doneMessage} refused={refusedMessage} />
      {writing ? (
        <NewWords detail={detail} record={record} onLeave={() => setWriting(false)} />
      ) : (
        <div className="row">
          <Button kind="solid" small onClick={() => setWriting(true)}>
            {words.write}
          </Button>
        </div>
      )}
      <Versions record={record} />
    </>
  );
}

const field = fieldsOf(PublishWords);
const fields: readonly FormField[] = [
  field('p_title', 'text', formMessages.title, { required: true, autoComplete: 'off' }),
  field('p_body', 'area', formMessages.body, { required: true }),
  { path: 'p_from', kind: 'date', ...formMessages.from },
  { path: 'p_asks_again', kind: 'tick', ...formMessages.asksAgain },
];

function read(values: Values) {
  // The first day may be in the future, so the usual check of dates does not apply.
  const faults = checkFields(
    fields.filter(({ kind }) => kind !== 'date'),
    values,
    today(),
  );
  const from = values['p_from'] ?? '';
  const body = {
    p_title: (values['p_title'] ?? '').trim(),
    p_body: (values['p_body'] ?? '').trim(),
    p_from: from === '' ? null : momentOf(from, '00:00'),
    p_asks_again: values['p_asks_again'] === 'true',
  };
  return { faults, body: Object.keys(faults).length > 0 ? null : body };
}

function NewWords({ detail, record, onLeave }: Props & { onLeave: () => void }) {
  const busy = useStore(detail.$busy);
  const [form] = useState(() => {
    const [newest] = record.versions;
    return createForm(PublishWords, {
      empty: {
        p_title: newest?.title ?? '',
        p_body: newest?.body ?? '',
        p_from: '',
        p_asks_again: 'true',
      },
      read,
      send: detail.publish,
      onSent() {
        onLeave();
        return null;
      },
      // The sheet itself shows the outcome of each action.
      onRefused: () => null,
    });
  });
  const values = useStore(form.$values);
  return (
    <Form form={form} className="stack gap-3.5" label={words.write} messageOf={fieldFault}>
      <Fields fields={fields} form={form} messageOf={fieldFault} />
      <section className="sheet" aria-labelledby="words-preview">
        <header>
          <h3 id="words-preview">{formMessages.preview}</h3>
        </header>
        <p>
          <b>{values.p_title}</b>
        </p>
        <p className="consents-words">{values.p_body}</p>
      </section>
      <p>{formMessages.effect(record.families, values.p_asks_again === 'true', values.p_from)}</p>
      <div className="row">
        <Button kind="solid" type="submit" busy={busy}>
          {formMessages.publish}
        </Button>
        <Button kind="line" onClick={onLeave}>
          {formMessages.leave}
        </Button>
      </div>
    </Form>
  );
}

const Versions = ({ record: { versions, current } }: Pick<Props, 'record'>) => (
  <section className="sheet" aria-labelledby="words-versions">
    <header>
      <h3 id="words-versions">{words.versions}</h3>
    </header>
    <ol>
      {versions.map((version) => (
        <li key={version.version}>
          <p>
            <b>{words.version(version)}</b>{' '}
            {version.version === current && <span className="tag good">{words.now}</span>}
            {version.version > current && <span className="tag warn">{words.planned}</span>}
          </p>
          <p className="quiet numbers">{words.since(version)}</p>
          {version.version > 1 && <p className="quiet">{words.asksAgain(version)}</p>}
          <p>{version.title}</p>
          <p className="consents-words">{version.body}</p>
        </li>
      ))}
    </ol>
  </section>
);
