import type { Pass, Team } from '../features/booking/model.ts';
import { showSessions, whenSeen, type View } from '../features/tryout/sessions.ts';

/** Script of the try-out pages: the list of sessions meets the booking here, once it is seen. */
const root = document.querySelector<HTMLElement>('[data-try-sessions]');
if (root)
  whenSeen(root, () => {
    join(root).catch(() => {
      root.textContent = 'Loading error. Please refresh.';
    });
  });

async function join(list: HTMLElement): Promise<void> {
  const [{ createBooking }, { messages, spotsWords }, { spotsOf }, { watchAvailability }] = await Promise.all(
    [
      import('../features/booking/store.ts'),
      import('../features/booking/messages.ts'),
      import('../features/booking/model.ts'),
      import('../features/booking/watch.ts'),
    ],
  );
  // Written into the page by its own build.
  const { teams, pass } = JSON.parse(list.dataset['offer'] ?? '') as { teams: Team[]; pass: Pass };
  const booking = createBooking({ teams, presetPassId: pass.id });
  const view = (): View => ({
    state: booking.$load.get().state,
    sessions: booking.$sessions.get(),
    problem: booking.$problem.get() === null ? null : messages.navigationFailed,
    failure: messages.loadFailed,
    leaving: booking.$leaving.get() !== null,
  });
  showSessions(list, {
    loading: messages.loading,
    spotsWords,
    spotsState: spotsOf,
    retry: () => void booking.retry(),
    book: (id) => {
      booking.chooseSession(id);
      if (booking.$session.get()?.id === id) booking.choosePass(pass);
      else void booking.refresh();
    },
    follow: (draw) => {
      const drawNow = () => draw(view());
      for (const store of [booking.$sessions, booking.$load, booking.$problem, booking.$leaving])
        store.listen(drawNow);
      drawNow();
    },
  });
  watchAvailability(booking);
}
