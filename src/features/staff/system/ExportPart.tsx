import { useId, useState } from 'react';
import { exportTopics, type ExportTopic } from '#contract/data-export.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { errorText } from '#api/error-text.ts';
import { freshSignInPath } from '#config/paths.ts';
import { today } from '#domain/dates.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { download } from '#ui/icons.ts';
import { useAction } from '#ui/kit/use-action.ts';
import { Notice } from '#ui/Notice.tsx';
import { saveStream } from '#ui/staff/table/csv.ts';
import { PageRefused } from '#ui/staff/table/pages.ts';
import { type ExportFormat, exportFormats, pagesOf, partsOf, streamOf } from './data-export.ts';
import { exportMessages as words, exportRefusals } from './export-messages.ts';
import { interfaceMessages } from './interface-messages.ts';

interface Outcome {
  tone: 'calm' | 'bad';
  text: string;
  /** True if the sign-in is too old for a copy. */
  isOld?: boolean;
}

/** Saves all data of a topic as a file. */
export function ExportPart() {
  const [topic, setTopic] = useState<ExportTopic>('orders');
  const [rows, setRows] = useState(0);
  const { busy, outcome, run } = useAction<Outcome>();
  const id = useId();
  const save = (format: ExportFormat) =>
    void run(async () => {
      let count = 0;
      const parts = partsOf(format, pagesOf(topic), (read) => {
        count = read;
        setRows(read);
      });
      setRows(0);
      try {
        const isSaved = await saveStream(`${topic}-${today()}.${format}`, () => streamOf(parts), format);
        return isSaved ? { tone: 'calm', text: words.saved(count) } : null;
      } catch (error) {
        const code = (error instanceof PageRefused ? error.message : 'unexpected') as ErrorCode;
        return { tone: 'bad', text: await errorText(code, exportRefusals), isOld: code === 'sign_in_again' };
      }
    });
  return (
    <section className="sheet interface-export stack gap-3.5" aria-labelledby="export-title">
      <h2 id="export-title">{words.title}</h2>
      <p className="quiet">{words.lead}</p>
      <div className="field">
        <label htmlFor={id}>{words.topic}</label>
        <select
          id={id}
          className="input"
          value={topic}
          onChange={({ target }) =>
            setTopic(exportTopics.find((candidate) => candidate === target.value) ?? 'orders')
          }
        >
          {exportTopics.map((candidate) => (
            <option key={candidate} value={candidate}>
              {words.topics[candidate]}
            </option>
          ))}
        </select>
      </div>
      <div className="row">
        {exportFormats.map((format) => (
          <Button key={format} kind="line" small busy={busy} onClick={() => save(format)}>
            <Icon path={download} />
            {words.save[format]}
          </Button>
        ))}
      </div>
      {busy && <p role="status">{words.reading(rows)}</p>}
      {outcome && (
        <Notice
          tone={outcome.tone}
          actions={
            outcome.isOld && (
              <ButtonLink kind="line" small href={freshSignInPath(`${location.pathname}${location.search}`)}>
                {interfaceMessages.signInAgain}
              </ButtonLink>
            )
          }
        >
          {outcome.text}
        </Notice>
      )}
    </section>
  );
}
