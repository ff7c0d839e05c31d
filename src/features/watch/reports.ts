import type { ErrorReport } from '#contract/monitoring.ts';
import { storageKeys } from '#config/paths.ts';
import { pageAddress } from '#browser/visit.ts';
import { forget, readText, writeText } from '#browser/text-storage.ts';
import { clean } from './clean.ts';
import type { Met } from './errors.ts';
import type { Mode } from './health.ts';
import { post } from './send.ts';

/** Maximum number of different errors; a repeated one only raises its count. */
const REPORTS_MOST = 20;

/** The innermost file of a stack, needed because a rejection names no file. */
const SCRIPT = /https?:\/\/[^\s()]+?(?=(?::\d+){1,2}\)?(?:\s|$))/;

/** The state of the page at the time of an error; `at` is ISO 8601. */
export interface State {
  at: string;
  inRow: number;
  mode: Mode;
}

export interface Reports {
  add: (met: Met, state: State) => ErrorReport | null;
  flush: () => Promise<void>;
  leave: () => void;
}

/**
 * Reports waiting to be sent (spec 1 §9), one per error with its count. Unsent ones are saved in this browser for the
 * next page. A failure to send is not an error: it is retried silently.
 */
export function createReports(): Reports {
  const waiting = new Map<string, ErrorReport>();
  let failing = false;
  let sending = false;

  function add(met: Met, { at, inRow, mode }: State): ErrorReport | null {
    const key = `${met.error_type} ${met.message} ${met.filename}`.replace(/\d+/g, '0').slice(0, 200);
    const known = waiting.get(key);
    if (known?.metrics) {
      known.metrics['times'] = Number(known.metrics['times']) + 1;
      return null;
    }
    if (waiting.size >= REPORTS_MOST) return null;
    const report: ErrorReport = {
      timestamp: at,
      error_type: met.error_type,
      message: clean(met.message, 500) || 'No message',
      filename: clean(met.filename || (SCRIPT.exec(met.stack)?.[0] ?? ''), 300),
      stack: clean(met.stack, 4000),
      has_blank_screen: !document.querySelector('main')?.innerText.trim(),
      user_agent: navigator.userAgent,
      url: pageAddress(),
      severity: met.severity,
      metrics: { times: 1, in_row: inRow },
      health_status: mode,
      release: document.documentElement.dataset['release'] ?? '',
    };
    if (report.has_blank_screen) report.severity = 'critical';
    waiting.set(key, report);
    if (!navigator.onLine) keep();
    return report;
  }

  async function flush(): Promise<void> {
    if (sending || !navigator.onLine) return;
    sending = true;
    for (const [key, report] of waiting) {
      // A refused report is dropped; after a server error, or without an answer, it waits.
      failing = await tell(report).then(
        (answers) => answers.some(({ status }) => status >= 500),
        () => true,
      );
      if (failing) break;
      waiting.delete(key);
    }
    sending = false;
    if (failing) keep();
  }

  function leave(): void {
    if (failing || !navigator.onLine) {
      keep();
      return;
    }
    for (const report of waiting.values()) tell(report).catch(() => undefined);
    waiting.clear();
  }

  function keep(): void {
    if (waiting.size > 0) writeText(storageKeys.reports, JSON.stringify([...waiting]));
  }

  for (const [met, one] of kept())
    if ('at' in one) add(met as Met, one);
    else waiting.set(one.timestamp, one);
  return { add, flush, leave };
}

const tell = (report: ErrorReport): Promise<Response[]> =>
  Promise.all([
    post('error-monitor', report),
    post('ops-monitor', { type: 'ERROR', severity: report.severity, data: report }),
  ]);

/**
 * Reports that an earlier page could not send, and errors from before this code had loaded. The service ignores one
 * that it already has.
 */
function kept(): [unknown, ErrorReport | State][] {
  const text = readText(storageKeys.reports);
  forget(storageKeys.reports);
  try {
    const before: unknown = JSON.parse(text ?? '');
    const isOne = (one: unknown): one is [unknown, ErrorReport | State] =>
      Array.isArray(one) && typeof one[1] === 'object' && one[1] !== null;
    return Array.isArray(before) ? before.filter(isOne) : [];
  } catch {
    return [];
  }
}
