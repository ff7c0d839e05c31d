import { type RecentActivity, type ReportName, reportNames } from '#contract/management-reports.ts';
import { atom, map } from 'nanostores';
import { refreshWhileVisible } from '#browser/refresh.ts';
import { staffTiming } from '#config/staff.ts';
import type { Answer } from '#api/errors.ts';
import * as api from './api.ts';
import { presentOwnHours } from './hours.ts';
import { lastWeeks, monthSpan, readSpan, type Span } from './period.ts';
import { present } from './present.ts';
import type { Presentation } from './presentation.ts';

/** The state of a report. While `turning` is true, it still shows the previous period. */
export type ReportView =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; presentation: Presentation; span: Span; turning: boolean };

export type NowView =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; now: RecentActivity; isOutdated: boolean };

interface Options {
  names: readonly ReportName[];
  fetch: (name: ReportName, span: Span) => Promise<Answer<Presentation>>;
  /** Returns the period that is used if the address names none. */
  usual: () => Span;
  hasActivity: boolean;
}

const managerReports: Options = {
  names: reportNames,
  fetch: async (name, span) => {
    const answer = await api.fetchReport(name, span);
    return answer.ok ? { ok: true, value: present(name, answer.value, span) } : answer;
  },
  usual: () => lastWeeks(12),
  hasActivity: true,
};

/** Creates the store of reports for the period in the address. Reports appear as they arrive. */
export function createReports({ names, fetch, usual, hasActivity } = managerReports) {
  const $span = atom<Span>(readSpan('', usual()));
  const $reports = map<Partial<Record<ReportName, ReportView>>>({});
  const $now = atom<NowView>({ state: 'loading' });
  let latestRequest = 0;

  async function read(name: ReportName, request = latestRequest): Promise<void> {
    const report = $reports.get()[name];
    $reports.setKey(name, report?.state === 'ready' ? { ...report, turning: true } : { state: 'loading' });
    const span = $span.get();
    const answer = await fetch(name, span);
    // Another period was chosen while this loaded.
    if (request !== latestRequest) return;
    $reports.setKey(
      name,
      answer.ok ? { state: 'ready', presentation: answer.value, span, turning: false } : { state: 'failed' },
    );
  }

  function readAll(): void {
    const request = ++latestRequest;
    for (const name of names) void read(name, request);
  }

  function show(span: Span): void {
    const query = new URLSearchParams(location.search);
    query.set('from', span.from);
    query.set('until', span.until);
    history.pushState(history.state, '', `${location.pathname}?${query.toString()}`);
    $span.set(span);
    readAll();
  }

  /** Reads the current activity. Returns false if there was no answer. */
  async function readNow(): Promise<boolean> {
    const answer = await api.fetchActivity();
    const view = $now.get();
    if (answer.ok) $now.set({ state: 'ready', now: answer.value, isOutdated: false });
    else $now.set(view.state === 'ready' ? { ...view, isOutdated: true } : { state: 'failed' });
    return answer.ok;
  }

  /** Starts the store when the screen mounts. Returns a function that stops it. */
  function open(): () => void {
    const readAddress = () => {
      $span.set(readSpan(location.search, usual()));
      readAll();
    };
    readAddress();
    if (hasActivity) void readNow();
    addEventListener('popstate', readAddress);
    const stopRefreshing = hasActivity
      ? refreshWhileVisible(readNow, () => staffTiming.ACTIVITY_REFRESH_MS)
      : null;
    return () => {
      stopRefreshing?.();
      removeEventListener('popstate', readAddress);
    };
  }

  return { $span, $reports, $now, open, show, read, readNow };
}

/** Creates the store of a coach's own hours. Coaches usually read those of the current month. */
export const createOwnHours = () =>
  createReports({
    names: ['hours'],
    fetch: async (_name, span) => {
      const answer = await api.fetchMyHours(span);
      return answer.ok ? { ok: true, value: presentOwnHours(answer.value, span) } : answer;
    },
    usual: () => monthSpan(0),
    hasActivity: false,
  });
export type ReportsStore = ReturnType<typeof createReports>;
