import * as timing from '../../config/timing.ts';
import type { Booking } from './store.ts';

/** Keeps availability fresh while somebody looks at it. Returns how to stop. */
export function watchAvailability(booking: Booking): () => void {
  let read = Date.now();
  const refresh = () => {
    if (document.visibilityState !== 'visible') return;
    read = Date.now();
    void booking.refresh();
  };
  const onVisible = () => {
    if (Date.now() - read >= timing.AVAILABILITY_REFRESH_MS) refresh();
  };
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) booking.arrive();
  };
  const timer = setInterval(refresh, timing.AVAILABILITY_REFRESH_MS);
  document.addEventListener('visibilitychange', onVisible);
  addEventListener('pageshow', onShow);
  addEventListener('online', refresh);
  void booking.open();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisible);
    removeEventListener('pageshow', onShow);
    removeEventListener('online', refresh);
  };
}
