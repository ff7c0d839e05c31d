import type { Handed } from '#browser/handed.ts';

/**
 * Runs in the head: records up to fifty errors before the watcher has loaded, and then forwards them to it with the
 * same listeners. It listens in the capture phase, because the error of a script that fails to load does not bubble.
 */
export function recordErrors(): void {
  window.handed = [] as Handed[];
  const record = (event: Event) => {
    if (window.handed && window.handed.length < 50) window.handed.push(event);
  };
  for (const name of ['error', 'unhandledrejection']) addEventListener(name, record, true);
}
