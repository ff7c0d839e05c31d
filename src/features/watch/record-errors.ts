import type { QueuedReport } from '#browser/report-queue.ts';

/**
 * Records up to fifty errors until the watcher has loaded. It runs in the head. It listens in the capture phase,
 * because the error of a script that fails to load does not bubble.
 */
export function recordErrors(): void {
  window.reportQueue = [] as QueuedReport[];
  const record = (event: Event) => {
    // If the page's own script failed to load, only CSS can show a message (ScriptFailed.astro).
    if (event.target instanceof HTMLScriptElement && event.target.type === 'module')
      document.documentElement.dataset['scriptFailed'] = '';
    if (window.reportQueue && window.reportQueue.length < 50) window.reportQueue.push(event);
  };
  for (const name of ['error', 'unhandledrejection']) addEventListener(name, record, true);
}
