import type { CalendarLinkState } from '#contract/calendar-links.ts';
import { atom } from 'nanostores';
import { coachCalendar, fetchCoachCalendarLink } from '#api/calendar-links.ts';
import { createCalendar } from '#ui/calendar-link/calendar.ts';
import { staffRefusals } from '#ui/staff/error-messages.ts';

type LinkView = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; link: CalendarLinkState };

/** Creates the store of a coach's calendar feed, whose address is secret. */
export function createMyCalendar() {
  const $view = atom<LinkView>({ state: 'loading' });

  async function open(): Promise<void> {
    const answer = await fetchCoachCalendarLink();
    if (answer.ok) $view.set({ state: 'ready', link: answer.value.link });
    else if ($view.get().state !== 'ready') $view.set({ state: 'failed' });
  }

  const calendar = createCalendar({ ...coachCalendar(staffRefusals), changed: open });
  return { $view, open, calendar };
}
