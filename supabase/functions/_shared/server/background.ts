import { logFault } from './log.ts';

export type Background = (work: Promise<unknown>) => void;

/** Asks the hosted runtime to stay alive until the work is done. */
export const background: Background = (work) => {
  const guarded = work.catch((error: unknown) => logFault('in the background', error));
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(guarded);
};
