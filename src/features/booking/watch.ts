import { refreshWhileVisible } from '#browser/refresh.ts';
import * as timing from '#config/timing.ts';
import type { Booking } from './store.ts';

export function watchAvailability(booking: Booking): () => void {
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) booking.reopenFromCache();
  };
  const stop = refreshWhileVisible(booking.refresh, () => timing.AVAILABILITY_REFRESH_MS);
  addEventListener('pageshow', onShow);
  void booking.open();
  return () => {
    stop();
    removeEventListener('pageshow', onShow);
  };
}
