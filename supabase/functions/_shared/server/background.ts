import { logFault } from './log.ts';

/** Runs work that the response does not wait for. */
export type Background = (work: Promise<unknown>) => void;

/**
 * On the hosted platform the runtime must be asked to stay alive until the work is done; elsewhere the process keeps
 * running.
 */
export const background: Background = (work) => {
  const guarded = work.catch((error: unknown) => logFault('in the background', error));
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(guarded);
};
