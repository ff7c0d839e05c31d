import { watch } from 'node:fs';

/** Editors write a file in several steps, so a change counts only after a short pause. */
const SETTLE_MS = 150;

/** Runs `work` after changes below `dir`, never twice at the same time. The returned function stops watching. */
export function onChange(dir: string, work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const watcher = watch(dir, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(work);
    }, SETTLE_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
