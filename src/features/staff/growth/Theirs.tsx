import type { GrowthReport } from '#contract/growth-reports.ts';
import { useStore } from '@nanostores/react';
import { markNames } from '#domain/growth-messages.ts';
import { Button } from '#ui/Button.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { conflictMessages as words } from './messages.ts';
import { moveOf, otherMarks } from './model.ts';
import type { ReportForm } from './report-form.ts';

interface Props {
  report: ReportForm;
  theirs: GrowthReport;
  level: number;
}

/** Shows a colleague's report above what the coach typed. The coach chooses before anything is sent. */
export function Theirs({ report: { form, takeOtherVersion, keepOwnVersion }, theirs, level }: Props) {
  const values = useStore(form.$values);
  const marks = otherMarks(theirs, values);
  const move = moveOf(theirs, level);
  return (
    <section className="growth-inset stack gap-2.5" aria-labelledby="growth-theirs">
      <h3 id="growth-theirs">{words.title}</h3>
      <p className="quiet">
        <Verbatim>{words.by(theirs.written_by)}</Verbatim>
      </p>
      {theirs.sentence !== null && <p className="growth-sentence">{theirs.sentence}</p>}
      {marks.length > 0 && (
        <dl className="growth-marks" aria-label={words.marks}>
          {marks.map(({ key, title, mark }) => (
            <div key={key}>
              <dt>{title}</dt>
              <dd>{mark === null ? words.noMark : markNames[mark]}</dd>
            </div>
          ))}
        </dl>
      )}
      {(values['level'] ?? '') !== (move?.toString() ?? '') && <p>{words.level(move)}</p>}
      <p>{words.text}</p>
      <div className="flex flex-wrap gap-2.5">
        <Button kind="line" onClick={takeOtherVersion}>
          {words.takeOtherVersion}
        </Button>
        <Button kind="line" onClick={keepOwnVersion}>
          {words.keepOwnVersion}
        </Button>
      </div>
    </section>
  );
}
