import type { ErrorCode } from '#contract/errors.ts';
import type { RosterState } from '#contract/roster.ts';
import { atom } from 'nanostores';
import { addDays } from '#domain/dates.ts';
import { fetchRosterOf, fetchState } from '../api.ts';
import { createHealthViews } from '../health/views.ts';
import type { RosterEntry } from '../model.ts';

type View =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; places: readonly RosterEntry[]; marks: RosterState };

/** Creates the store of another day's roster, which is never saved on the device. */
export function createAnotherDay(userId: string, day: string) {
  const $view = atom<View>({ state: 'loading' });
  const views = createHealthViews(userId);

  async function load(): Promise<void> {
    $view.set({ state: 'loading' });
    const [places, marks] = await Promise.all([fetchRosterOf(day), fetchState(day)]);
    if (!places.ok) $view.set({ state: 'failed', code: places.code });
    else if (!marks.ok) $view.set({ state: 'failed', code: marks.code });
    else $view.set({ state: 'ready', places: places.value, marks: marks.value });
  }

  /** Logs that somebody opened a child's details. */
  function logOpened(placeId: string, childId: string): void {
    const at = new Date();
    const tomorrow = Date.parse(addDays(at.toISOString().slice(0, 10), 1));
    void views.log({ placeId, day, childId, at: at.toISOString() }, tomorrow);
  }

  return { $view, load, logOpened };
}
