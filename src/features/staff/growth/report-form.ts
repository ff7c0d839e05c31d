import {
  type CampReports,
  type GrowthReport,
  type ReportChild,
  ReportFields,
} from '#contract/growth-reports.ts';
import { errorText } from '#api/error-text.ts';
import { createAction, type Message } from '#ui/kit/action.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { isEmpty } from '#ui/kit/form/state.ts';
import * as api from './api.ts';
import { reportDraft } from './drafts.ts';
import { childMessages as words, refusals, releaseMessages, returnMessages } from './messages.ts';
import { bodyOf, emptyValues, foundationsOf, missingOf, type Values, valuesOf } from './model.ts';
import type { GrowthReports } from './store.ts';

/** The form of one child's report. `onReady` is called once it is finished, to show the next child. */
export function createReportForm(
  store: GrowthReports,
  camp: CampReports,
  child: ReportChild,
  onReady: (childId: string) => void,
) {
  let report = child.report;
  const foundations = foundationsOf(report, store.content);
  const action = createAction();

  function take(saved: GrowthReport): void {
    report = saved;
    store.update(child.child_id, saved);
    form.saved(valuesOf(saved, foundations));
  }

  const form = createForm(ReportFields, {
    empty: emptyValues(foundations),
    action,
    draft: reportDraft(store.userId, camp.camp_id, child.child_id),
    read: (values: Values) => {
      const faults = missingOf(values, foundations);
      return { faults, body: isEmpty(faults) ? bodyOf(values, foundations, true) : null };
    },
    send: (body) => api.saveReport(camp.camp_id, child.child_id, body, report?.version ?? null),
    onSent({ report: saved }, body): Message {
      const wasReady = report?.state === 'ready';
      take(saved);
      if (body.is_ready && !wasReady) onReady(child.child_id);
      return {
        tone: 'calm',
        text: !body.is_ready ? words.savedForLater : wasReady ? words.saved : words.ready,
      };
    },
    async onRefused({ code }): Promise<Message> {
      if (code !== 'changed_meanwhile' && code !== 'report_released')
        return { tone: 'bad', text: await errorText(code, refusals) };
      const answer = await api.fetchReports(camp.camp_id);
      const now = answer.ok
        ? answer.value.list.find(({ child_id }) => child_id === child.child_id)?.report
        : null;
      if (!now) return { tone: 'bad', text: await errorText(code, refusals) };
      report = now;
      store.update(child.child_id, now);
      // What was typed stays above the colleague's words, and nothing is sent before the coach has read both.
      form.open(valuesOf(now, foundations));
      return { tone: 'warn', text: words.changed };
    },
    fieldOf: (path) => (path === 'sentence' || path === 'level' ? path : null),
  });
  form.open(valuesOf(report, foundations));

  /** Saves what there is, so that it can be continued on another device. */
  const saveForLater = () => form.send(bodyOf(form.$values.get(), foundations, false));

  /** Releases the report, with the corrections that were typed. */
  async function release(): Promise<void> {
    if (Object.keys(form.$typed.get()).length > 0) {
      await form.submit();
      if (action.$outcome.get()?.tone !== 'calm') return;
    }
    await action.run(async () => {
      if (report === null) return null;
      const answer = await api.releaseReports([{ id: report.id, version: report.version }]);
      await store.load();
      if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, refusals) };
      onReady(child.child_id);
      return { tone: 'calm', text: releaseMessages.done(answer.value.released) };
    });
  }

  const sendBack = (note: string) =>
    action.run(async () => {
      if (report === null) return null;
      const wasReleased = report.state === 'released';
      const answer = await api.returnReport(report.id, report.version, note);
      if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, refusals) };
      take(answer.value.report);
      return { tone: 'calm', text: wasReleased ? returnMessages.takenBack : returnMessages.done };
    });

  return { form, foundations, saveForLater, release, sendBack };
}
export type ReportForm = ReturnType<typeof createReportForm>;
