import { type CampReports, growthMarks, type ReportChild } from '#contract/growth-reports.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { markNames } from '#domain/growth-messages.ts';
import { LEVELS } from '#domain/levels.ts';
import { Button } from '#ui/Button.tsx';
import { ChoiceField } from '#ui/kit/form/ChoiceField.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { Notice } from '#ui/Notice.tsx';
import { oneLine } from '#domain/one-line.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { childMessages as words } from './messages.ts';
import { canRelease, markField, nextChild, stateOf } from './model.ts';
import { createReportForm, type ReportForm } from './report-form.ts';
import { ReturnForm } from './ReturnForm.tsx';
import { Theirs } from './Theirs.tsx';
import type { GrowthReports } from './store.ts';

interface Props {
  store: GrowthReports;
  camp: CampReports;
  child: ReportChild;
}

const TOP_LEVEL = LEVELS.length;
const markOptions = growthMarks.map((value) => ({ value, label: markNames[value] }));

export function ChildReport({ store, camp, child }: Props) {
  const state = stateOf(child);
  const title = useRef<HTMLHeadingElement>(null);
  // The next child opens in place of this one, so the focus moves to its name.
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const writable = camp.list.filter(({ days_attended }) => days_attended > 0);
  const position = writable.findIndex(({ child_id }) => child_id === child.child_id);
  return (
    <section className="sheet growth-report" aria-labelledby="growth-child">
      <header>
        <div>
          <h2 id="growth-child" ref={title} tabIndex={-1}>
            <Verbatim>{child.name}</Verbatim>
          </h2>
          <p className="quiet">{words.about(child, camp.days)}</p>
        </div>
        <div className="growth-position">
          {position >= 0 && (
            <span className="quiet numbers">{words.position(position + 1, writable.length)}</span>
          )}
          <Button kind="line" small onClick={() => store.show(null)}>
            {words.all}
          </Button>
        </div>
      </header>
      {state === 'not_here' || state === 'unmarked' ? (
        <p>{words.noReport[state]}</p>
      ) : (
        <Writable store={store} camp={camp} child={child} />
      )}
    </section>
  );
}

function Writable({ store, camp, child }: Props) {
  const [report] = useState(() =>
    createReportForm(store, camp, child, (childId, message) => {
      // The list has changed since this form was made, so it is read now.
      const view = store.$view.get();
      const next =
        view.state === 'camp' && !view.camp.may_release ? nextChild(view.camp.list, childId) : null;
      store.show(next?.child_id ?? null, message);
    }),
  );
  const { form } = report;
  const outcome = useStore(form.$outcome);
  const isRestored = useStore(form.$isRestored);
  const theirs = useStore(report.$otherVersion);
  useEffect(() => {
    addEventListener('pagehide', form.flush);
    return () => {
      removeEventListener('pagehide', form.flush);
      form.flush();
    };
  }, [form]);
  const { report: saved } = child;
  const isReleased = saved?.state === 'released';
  return (
    <>
      {saved?.returned_note && (
        <div className="growth-inset">
          <Notice tone="warn">{words.returned(saved.returned_note)}</Notice>
        </div>
      )}
      {isRestored && !theirs && !isReleased && (
        <div className="growth-inset">
          <Notice>{words.restored}</Notice>
        </div>
      )}
      {theirs && !isReleased && <Theirs report={report} theirs={theirs} level={child.level} />}
      {isReleased ? <Released child={child} /> : <Fields camp={camp} child={child} report={report} />}
      {outcome && (
        <div className="growth-inset">
          <Notice tone={outcome.tone}>{outcome.text}</Notice>
        </div>
      )}
      {camp.may_release && !(theirs && !isReleased) && (isReleased || saved?.state === 'ready') && (
        <ReturnForm report={report} isReleased={isReleased} />
      )}
    </>
  );
}

function Released({ child: { report } }: { child: ReportChild }) {
  if (report === null) return null;
  return (
    <>
      <p className="growth-sentence growth-inset">{report.sentence}</p>
      <dl className="growth-marks">
        {report.foundations.map(({ key, title, mark }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{mark === null ? '' : markNames[mark]}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">{words.released(report)}</p>
    </>
  );
}

function Fields({ camp, child, report }: Omit<Props, 'store'> & { report: ReportForm }) {
  const { form, release, saveForLater } = report;
  const foundations = useStore(report.$foundations);
  const hasConflict = useStore(report.$otherVersion) !== null;
  const values = useStore(form.$values);
  const hasTyped = Object.keys(useStore(form.$typed)).length > 0;
  const busy = useStore(form.$busy);
  const errorOf = useErrorOf(form);
  const isReady = child.report?.state === 'ready';
  const hasNext = nextChild(camp.list, child.child_id) !== null;
  const isReleasable = canRelease(camp, child.report);
  // Somebody who changes the words must not release them, unless nobody else has the right to.
  const mayRelease = isReleasable && (!hasTyped || camp.may_release_own);
  const labelOf = (id: string) =>
    foundations.find(({ key }) => markField(key) === id)?.title ?? words.sentence;
  return (
    <Form form={form} className="growth-form" label={child.name} labelOf={labelOf}>
      <details className="growth-scale">
        <summary>{words.scale}</summary>
        <dl>
          {growthMarks.map((mark) => (
            <div key={mark}>
              <dt>{markNames[mark]}</dt>
              <dd>{words.scaleText[mark]}</dd>
            </div>
          ))}
        </dl>
      </details>
      {foundations.map(({ key, title, text }) => (
        <ChoiceField
          key={key}
          id={markField(key)}
          label={title}
          hint={text}
          value={values[markField(key)] ?? ''}
          error={errorOf(markField(key))}
          options={markOptions}
          required
          onType={(mark) => form.change({ [markField(key)]: mark })}
        />
      ))}
      <TextArea
        id="sentence"
        label={words.sentence}
        hint={words.sentenceHint}
        value={values['sentence'] ?? ''}
        error={errorOf('sentence')}
        most={600}
        onType={(text) => form.change({ sentence: oneLine(text, 600) })}
      />
      {child.level >= TOP_LEVEL ? (
        <p className="quiet">{words.top}</p>
      ) : (
        <ChoiceField
          id="level"
          label={words.level(child.level)}
          value={values['level'] ?? ''}
          error={errorOf('level')}
          options={[
            { value: '', label: words.stays(child.level) },
            ...[child.level + 1, child.level + 2]
              .filter((level) => level <= TOP_LEVEL)
              .map((level) => ({ value: String(level), label: words.movesTo(level) })),
          ]}
          required
          onType={(level) => form.change({ level })}
        />
      )}
      {isReady && !mayRelease && (
        <p className="quiet">
          {isReleasable ? words.ownChange : camp.may_release ? words.ownReport : words.waits}
        </p>
      )}
      {/* Until the coach has chosen between two versions, nothing is sent. */}
      {!hasConflict && (
        <div className="growth-actions">
          {mayRelease ? (
            <>
              <Button kind="solid" busy={busy} onClick={() => void release()}>
                {words.release}
              </Button>
              <Button kind="line" type="submit">
                {words.saveChanges}
              </Button>
            </>
          ) : (
            <>
              <Button type="submit" busy={busy}>
                {isReady ? words.saveChanges : hasNext && !camp.may_release ? words.next : words.done}
              </Button>
              {!isReady && (
                <Button kind="line" onClick={() => void saveForLater()}>
                  {words.later}
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </Form>
  );
}
