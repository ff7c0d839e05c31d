import { type RecentActivity, type ReportName, reportNames } from '#contract/management-reports.ts';
import { atom, map } from 'nanostores';
import { refreshWhileVisible } from '#browser/refresh.ts';
import { staffTiming } from '#config/staff.ts';
import * as api from './api.ts';
import { readSpan, type Span } from './span.ts';
import { present } from './present.ts';
import type { Presentation } from './presentation.ts';

/** `turning`: the shown report is still of the previous period. */
export type ReportView =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; presentation: Presentation; span: Span; turning: boolean };

export type NowView =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; now: RecentActivity; isOutdated: boolean };

/** The period that the address names, its reports as they arrive, and current activity. */
export function createReports() {
  const $span = atom<Span>(readSpan(''));
  const $reports = map<Partial<Record<ReportName, ReportView>>>({});
  const $now = atom<NowView>({ state: 'loading' });
  let latestRequest = 0;

  async function read(name: ReportName, request = latestRequest): Promise<void> {
    const shown = $reports.get()[name];
    $reports.setKey(name, shown?.state === 'ready' ? { ...shown, turning: true } : { state: 'loading' });
    const span = $span.get();
    const answer = await api.fetchReport(name, span);
    // Another period was chosen while this loaded.
    if (request !== latestRequest) return;
    $reports.setKey(
      name,
      answer.ok
        ? { state: 'ready', presentation: present(name, answer.value, span), span, turning: false }
        : { state: 'failed' },
    );
  }

  function readAll(): void {
    const request = ++latestRequest;
    for (const name of reportNames) void read(name, request);
  }

  function show(span: Span): void {
    const query = new URLSearchParams(location.search);
    query.set('from', span.from);
    query.set('until', span.until);
    history.pushState(history.state, '', `${location.pathname}?${query.toString()}`);
    $span.set(span);
    readAll();
  }

  /** Returns false if there was no answer. */
  async function readNow(): Promise<boolean> {
    const answer = await api.fetchActivity();
    const shown = $now.get();
    if (answer.ok) $now.set({ state: 'ready', now: answer.value, isOutdated: false });
    else $now.set(shown.state === 'ready' ? { ...shown, isOutdated: true } : { state: 'failed' });
    return answer.ok;
  }

  /** Call it when the screen mounts; the returned function ends it. */
  function open(): () => void {
    const readAddress = () => {
      $span.set(readSpan(location.search));
      readAll();
    };
    readAddress();
    void readNow();
    addEventListener('popstate', readAddress);
    const stopRefreshing = refreshWhileVisible(readNow, () => staffTiming.ACTIVITY_REFRESH_MS);
    return () => {
      stopRefreshing();
      removeEventListener('popstate', readAddress);
    };
  }

  return { $span, $reports, $now, open, show, read, readNow };
}
export type ReportsStore = ReturnType<typeof createReports>;
