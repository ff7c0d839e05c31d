import { logFault } from './log.ts';

/** Runs work that the answer does not wait for. */
export type Background = (work: Promise<unknown>) => void;

/** Hosted, the runtime is told to stay alive until the work is done; elsewhere the process stays anyway. */
export const background: Background = (work) => {
  const guarded = work.catch((error: unknown) => logFault('in the background', error));
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(guarded);
};
