import type { QueuedReport } from '#browser/report-queue.ts';

/**
 * This code runs in the head and records up to fifty errors until the watcher has loaded. It listens
 * in the capture phase, because the error of a script that fails to load does not bubble.
 */
export function recordErrors(): void {
  window.reportQueue = [] as QueuedReport[];
  const record = (event: Event) => {
    // The page's own script failed to load, so only CSS can show a message (ScriptFailed.astro).
    if (event.target instanceof HTMLScriptElement && event.target.type === 'module')
      document.documentElement.dataset['scriptFailed'] = '';
    if (window.reportQueue && window.reportQueue.length < 50) window.reportQueue.push(event);
  };
  for (const name of ['error', 'unhandledrejection']) addEventListener(name, record, true);
}
