import type { QueuedReport } from '#browser/report-queue.ts';

/**
 * Runs in the head: records up to fifty errors before the watcher has loaded, and then forwards them to it with the
 * same listeners. It listens in the capture phase, because the error of a script that fails to load does not bubble.
 */
export function recordErrors(): void {
  window.reportQueue = [] as QueuedReport[];
  const record = (event: Event) => {
    // The page's own script did not come, so only styles can say so (ScriptFailed.astro).
    if (event.target instanceof HTMLScriptElement && event.target.type === 'module')
      document.documentElement.dataset['scriptFailed'] = '';
    if (window.reportQueue && window.reportQueue.length < 50) window.reportQueue.push(event);
  };
  for (const name of ['error', 'unhandledrejection']) addEventListener(name, record, true);
}
