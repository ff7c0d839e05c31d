import {
  type CampReports,
  type GrowthReport,
  type ReportChild,
  ReportFields,
} from '#contract/growth-reports.ts';
import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import { createAction, type Message } from '#ui/kit/action.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { isEmpty } from '#ui/kit/form/state.ts';
import * as api from './api.ts';
import { reportDraft } from './drafts.ts';
import { childMessages as words, refusals, releaseMessages, returnMessages } from './messages.ts';
import { bodyOf, canRelease, emptyValues, foundationsOf, missingOf, type Values, valuesOf } from './model.ts';
import type { GrowthReports } from './store.ts';

/** The form of one child's report. `onReady` is called once it is finished, to show the next child. */
export function createReportForm(
  store: GrowthReports,
  camp: CampReports,
  child: ReportChild,
  onReady: (childId: string, message: Message) => void,
) {
  let report = child.report;
  const draft = reportDraft(store.userId, camp.camp_id, child.child_id);
  const kept = draft.read();
  /**
   * The version on which the typed words are based. The database refuses to save them over another
   * one.
   */
  let base = kept ? kept.version : (report?.version ?? null);
  /** What had been typed when the request was made. What is typed later stays in the form. */
  let sent: Partial<Values> = {};
  const $foundations = atom(foundationsOf(report, store.content));
  /** A colleague's report that is newer than the typed words, until the coach has chosen between them. */
  const $otherVersion = atom<GrowthReport | null>(null);
  const action = createAction();
  const valuesNow = () => valuesOf(report, $foundations.get(), child.level);
  const hasTyped = () => Object.keys(form.$typed.get()).length > 0;

  /** Stores a report that was saved from this form. `done` are the typed fields that it contains. */
  function take(saved: GrowthReport, done: readonly string[]): void {
    report = saved;
    if ($otherVersion.get() === null) base = saved.version;
    store.update(child.child_id, saved);
    form.saved(valuesNow(), done);
  }

  /**
   * Handles a report that may be a colleague's. What the coach typed and did not send is shown
   * beside it.
   */
  function meet(now: GrowthReport | null): void {
    report = now;
    $foundations.set(foundationsOf(now, store.content));
    const values = valuesNow();
    const typed = Object.entries(form.$typed.get()).filter(([field]) => field in values);
    form.$typed.set(Object.fromEntries(typed));
    form.open(values);
    form.fill({});
    if (now !== null && hasTyped() && base !== now.version) $otherVersion.set(now);
    else base = now?.version ?? null;
  }

  const form = createForm(ReportFields, {
    empty: emptyValues($foundations.get()),
    action,
    draft: { write: (typed: Partial<Values>) => draft.write(typed, base) },
    read: (values: Values, typed) => {
      sent = typed;
      const faults = missingOf(values, $foundations.get());
      return { faults, body: isEmpty(faults) ? bodyOf(values, $foundations.get(), true) : null };
    },
    send: (body) => {
      // Nothing is sent before the coach has read both versions.
      if ($otherVersion.get() !== null) return Promise.resolve(null);
      return api.saveReport(camp.camp_id, child.child_id, body, base);
    },
    onSent({ report: saved }, body): Message {
      const wasReady = report?.state === 'ready';
      const typed = form.$typed.get();
      take(
        saved,
        Object.keys(sent).filter((field) => typed[field] === sent[field]),
      );
      const message: Message = {
        tone: 'calm',
        text: !body.is_ready ? words.savedForLater : wasReady ? words.saved : words.ready,
      };
      if (body.is_ready && !wasReady && !hasTyped()) onReady(child.child_id, message);
      return message;
    },
    async onRefused({ code }): Promise<Message | null> {
      const refused: Message = { tone: 'bad', text: await errorText(code, refusals) };
      if (code !== 'changed_meanwhile' && code !== 'report_released') return refused;
      const answer = await api.fetchReports(camp.camp_id);
      const now = answer.ok
        ? answer.value.list.find(({ child_id }) => child_id === child.child_id)?.report
        : null;
      if (!now) return refused;
      store.update(child.child_id, now);
      meet(now);
      if (now.state === 'released') return { tone: 'warn', text: words.releasedMeanwhile };
      return $otherVersion.get() === null ? { tone: 'warn', text: words.changed } : null;
    },
    fieldOf: (path) => (path === 'sentence' || path === 'level' ? path : null),
  });
  form.$typed.set(kept?.typed ?? {});
  meet(report);
  form.$isRestored.set(hasTyped());

  /** Keeps the colleague's report and deletes what was typed. */
  function takeOtherVersion(): void {
    $otherVersion.set(null);
    base = report?.version ?? null;
    form.saved(valuesNow());
  }

  /** Continues with what was typed, now that the coach has read the colleague's report. */
  function keepOwnVersion(): void {
    $otherVersion.set(null);
    base = report?.version ?? null;
    form.change({});
    form.flush();
  }

  /** Saves an unfinished report, so that it can be continued on another device. */
  function saveForLater() {
    sent = form.$typed.get();
    return form.send(bodyOf(form.$values.get(), $foundations.get(), false));
  }

  /** Releases the report, with the corrections that were typed. */
  async function release(): Promise<void> {
    if (hasTyped()) {
      await form.submit();
      if (action.$outcome.get()?.tone !== 'calm' || hasTyped()) return;
      // Somebody who changed the words must not release them, unless nobody else has the right to.
      if (!canRelease(camp, report)) return;
    }
    await action.run(async () => {
      if (report === null) return null;
      const answer = await api.releaseReports([{ id: report.id, version: report.version }]);
      await store.load();
      if (!answer.ok) {
        const view = store.$view.get();
        const now =
          view.state === 'camp' && view.camp.list.find(({ child_id }) => child_id === child.child_id);
        if (now) meet(now.report);
        return { tone: 'bad', text: await errorText(answer.code, refusals) };
      }
      const message: Message = { tone: 'calm', text: releaseMessages.done(answer.value.released) };
      onReady(child.child_id, message);
      return message;
    });
  }

  const sendBack = (note: string) =>
    action.run(async () => {
      if (report === null) return null;
      const wasReleased = report.state === 'released';
      const answer = await api.returnReport(report.id, report.version, note);
      if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, refusals) };
      take(answer.value.report, []);
      return { tone: 'calm', text: wasReleased ? returnMessages.takenBack : returnMessages.done };
    });

  return {
    form,
    $foundations,
    $otherVersion,
    takeOtherVersion,
    keepOwnVersion,
    saveForLater,
    release,
    sendBack,
  };
}
export type ReportForm = ReturnType<typeof createReportForm>;
