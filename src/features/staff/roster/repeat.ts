import { staffTiming } from '../../../config/staff.ts';

interface Options {
  look: () => void;
  /** Does something wait on this device? Then it is tried more often. */
  isWaiting: () => boolean;
  /** What is under way. */
  running: () => Promise<void> | null;
}

/** Looks again and again while somebody looks at the page, and when the network is back. Returns how to stop. */
export function repeat({ look, isWaiting, running }: Options): () => void {
  let looked = Date.now();
  const again = () => {
    if (document.visibilityState !== 'visible') return;
    looked = Date.now();
    look();
  };
  const timer = setInterval(() => {
    if (isWaiting() || Date.now() - looked >= staffTiming.ROSTER_REFRESH_MS) again();
  }, staffTiming.ROSTER_WAITING_MS);
  // What began without a network ends without one: asked again after it.
  const back = () => void Promise.resolve(running()).then(again);
  addEventListener('online', back);
  return () => {
    clearInterval(timer);
    removeEventListener('online', back);
  };
}
