import { watch } from 'node:fs';

/** An editor writes a file in several strokes. */
const SETTLE_MS = 150;

/** Runs `work` after changes below `dir`, never twice at a time. Answers the function that ends it. */
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
