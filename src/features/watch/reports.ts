import type { ErrorReport } from '#contract/monitoring.ts';
import { storageKeys } from '#config/paths.ts';
import { pageAddress } from '#browser/visit.ts';
import { forget, readText, writeText } from '#browser/text-storage.ts';
import { redact } from './redact.ts';
import type { ErrorDetails } from './errors.ts';
import type { Mode } from './health.ts';
import { post } from './send.ts';

/** The most errors that are stored. A repeated error only raises its count. */
const REPORTS_MAX = 20;

/** Matches the innermost file of a stack. A rejected promise names no file itself. */
const SCRIPT = /https?:\/\/[^\s()]+?(?=(?::\d+){1,2}\)?(?:\s|$))/;

export interface PageState {
  at: string;
  /** The number of errors since the last quiet period. It is always 0 while the device is offline. */
  consecutiveErrors: number;
  mode: Mode;
}

export interface Reports {
  add: (error: ErrorDetails, state: PageState) => ErrorReport | null;
  flush: () => Promise<void>;
  onPageHide: () => void;
}

/**
 * Creates the store of reports. Each error has one report with a count (spec 1 §9). If a report cannot be sent, that
 * is tried again silently.
 */
export function createReports(): Reports {
  const waiting = new Map<string, ErrorReport>();
  let failing = false;
  let sending = false;

  function add(error: ErrorDetails, { at, consecutiveErrors, mode }: PageState): ErrorReport | null {
    const key = `${error.error_type} ${error.message} ${error.filename}`.replace(/\d+/g, '0').slice(0, 200);
    const earlierReport = waiting.get(key);
    if (earlierReport?.metrics) {
      earlierReport.metrics['times'] = Number(earlierReport.metrics['times']) + 1;
      return null;
    }
    if (waiting.size >= REPORTS_MAX) return null;
    const report: ErrorReport = {
      timestamp: at,
      error_type: error.error_type,
      message: redact(error.message, 500) || 'No message',
      filename: redact(error.filename || (SCRIPT.exec(error.stack)?.[0] ?? ''), 300),
      stack: redact(error.stack, 4000),
      has_blank_screen: !document.querySelector('main')?.innerText.trim(),
      user_agent: navigator.userAgent,
      url: pageAddress(),
      severity: error.severity,
      metrics: { times: 1, in_row: consecutiveErrors },
      health_status: mode,
      release: document.documentElement.dataset['release'] ?? '',
    };
    if (report.has_blank_screen) report.severity = 'critical';
    waiting.set(key, report);
    if (!navigator.onLine) save();
    return report;
  }

  async function flush(): Promise<void> {
    if (sending || !navigator.onLine) return;
    sending = true;
    for (const [key, report] of waiting) {
      // A report that was refused is dropped. After a server error, or if there was no answer, it waits.
      failing = await sendReport(report).then(
        (answers) => answers.some(({ status }) => status >= 500),
        () => true,
      );
      if (failing) break;
      waiting.delete(key);
    }
    sending = false;
    if (failing) save();
  }

  function onPageHide(): void {
    if (failing || !navigator.onLine) {
      save();
      return;
    }
    for (const report of waiting.values()) sendReport(report).catch(() => undefined);
    waiting.clear();
  }

  function save(): void {
    if (waiting.size > 0) writeText(storageKeys.reports, JSON.stringify([...waiting]));
  }

  for (const [error, stateOrReport] of readSaved())
    if ('at' in stateOrReport) add(error as ErrorDetails, stateOrReport);
    else waiting.set(stateOrReport.timestamp, stateOrReport);
  return { add, flush, onPageHide };
}

const sendReport = (report: ErrorReport): Promise<Response[]> =>
  Promise.all([
    post('error-monitor', report),
    post('ops-monitor', { type: 'ERROR', severity: report.severity, data: report }),
  ]);

/**
 * Returns reports that remain from an earlier page or from before this code loaded. The service ignores a report that
 * it already has.
 */
function readSaved(): [unknown, ErrorReport | PageState][] {
  const text = readText(storageKeys.reports);
  forget(storageKeys.reports);
  try {
    const savedReports: unknown = JSON.parse(text ?? '');
    const isEntry = (entry: unknown): entry is [unknown, ErrorReport | PageState] =>
      Array.isArray(entry) && typeof entry[1] === 'object' && entry[1] !== null;
    return Array.isArray(savedReports) ? savedReports.filter(isEntry) : [];
  } catch {
    return [];
  }
}
