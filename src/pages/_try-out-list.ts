import { messages, spotsMessage } from '#features/booking/messages.ts';
import { spotsOf } from '#domain/spots.ts';
import { waitlistPath, type Pass, type Team } from '#features/booking/model.ts';
import { createBooking } from '#features/booking/store.ts';
import { watchAvailability } from '#features/booking/watch.ts';
import type { View } from '#features/tryout/model.ts';
import { TrySessions } from '#features/tryout/try-sessions.ts';

export function showList(list: HTMLElement): void {
  if (!(list instanceof TrySessions)) return;
  // The page's own build wrote this data, so it is not validated.
  const { teams, pass } = JSON.parse(list.dataset['offer'] ?? '') as { teams: Team[]; pass: Pass };
  const booking = createBooking({ teams, presetPassId: pass.id });
  const view = (): View => ({
    state: booking.$load.get().state,
    sessions: booking.$sessions.get(),
    problem: booking.$problem.get() === null ? null : messages.navigationFailed,
    failure: messages.loadFailed,
    leaving: booking.$leaving.get() !== null,
  });
  list.converse({
    loading: messages.loading,
    spotsWords: spotsMessage,
    waitlistPath,
    waitlist: messages.waitlist,
    spotsState: spotsOf,
    retry: () => void booking.retry(),
    book: (id) => {
      booking.chooseSession(id);
      if (booking.$session.get()?.id === id) void booking.choosePass(pass);
      else void booking.refresh();
    },
    follow: (draw) => {
      const drawNow = () => draw(view());
      const stops = [booking.$sessions, booking.$load, booking.$problem, booking.$leaving].map((store) =>
        store.listen(drawNow),
      );
      drawNow();
      return () => stops.forEach((stop) => stop());
    },
  });
  watchAvailability(booking);
}
