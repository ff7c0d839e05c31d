import type {
  AbsenceFields,
  CoachAbsence,
  CoachHours,
  CoachWeek,
  UncoveredPlaces,
} from '#contract/coach-time.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { atom } from 'nanostores';
import * as v from 'valibot';
import { isUuid } from '#domain/uuid.ts';
import * as api from './api.ts';

type View =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  /** The address names somebody who is not among the coaches. */
  | { state: 'unknown'; name: string }
  /** While `isLoading` is true, another week is being read. If `isOutdated` is true, reading failed. */
  | { state: 'ready'; week: CoachWeek; isLoading: boolean; isOutdated: boolean };

export type Done =
  | { what: 'hours' }
  | { what: 'removed' }
  | { what: 'absence'; uncovered: v.InferOutput<typeof UncoveredPlaces> };

/** Creates the store of the week and the coach in the address. */
export function createMyWeek() {
  const $view = atom<View>({ state: 'loading' });
  const $done = atom<Done | null>(null);
  let monday: string | null = null;
  let coachId: string | null = null;
  /** The coach's name, if the address has only a name, because the schedule knows some coaches only by name. */
  let coachName: string | null = null;
  /** The number of the latest request. Answers to earlier requests are ignored. */
  let latest = 0;

  async function read(): Promise<void> {
    const ticket = ++latest;
    const view = $view.get();
    if (view.state === 'ready') $view.set({ ...view, isLoading: true });
    else $view.set({ state: 'loading' });
    const answer = await (coachName === null ? api.fetchWeek(monday, coachId) : fetchWeekOf(coachName));
    if (ticket !== latest) return;
    if (answer === null) {
      $view.set({ state: 'unknown', name: coachName ?? '' });
      return;
    }
    if (answer.ok) $view.set({ state: 'ready', week: answer.value, isLoading: false, isOutdated: false });
    else if (view.state === 'ready' && answer.code !== 'not_allowed')
      $view.set({ ...view, isLoading: false, isOutdated: true });
    else $view.set({ state: 'failed', code: answer.code });
  }

  /**
   * Reads the week of the coach with this name. Returns null unless exactly one coach has it, so that nobody reads
   * another coach's week.
   */
  async function fetchWeekOf(name: string) {
    const answer = await api.fetchWeek(monday, null);
    if (!answer.ok) return answer;
    const { coach, coaches } = answer.value;
    const [found, ...others] = (coaches ?? [coach]).filter((other) => other.name === name);
    if (!found || others.length > 0) return null;
    return found.id === coach.id ? answer : api.fetchWeek(monday, found.id);
  }

  function readAddress(): void {
    const query = new URLSearchParams(location.search);
    const week = query.get('week') ?? '';
    const coach = query.get('coach') ?? '';
    monday = v.is(v.pipe(v.string(), v.isoDate()), week) ? week : null;
    coachId = isUuid(coach) ? coach : null;
    coachName = coachId === null && coach !== '' ? coach : null;
    void read();
  }

  /** Follows the address once the screen mounts. Returns a function that stops this. */
  function open(): () => void {
    readAddress();
    addEventListener('popstate', readAddress);
    return () => removeEventListener('popstate', readAddress);
  }

  /** Changes the week or the coach. A `week` of null means this week. */
  function show(change: { week?: string | null; coach?: string }): void {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(change)) {
      if (value === null) query.delete(name);
      else query.set(name, value);
    }
    history.pushState(history.state, '', `${location.pathname}?${query.toString()}`);
    $done.set(null);
    readAddress();
  }

  const idOfCoach = (): string => {
    const view = $view.get();
    return view.state === 'ready' ? view.week.coach.id : '';
  };
  async function saveHours(hours: CoachHours[], before: readonly CoachHours[]) {
    const answer = await api.saveHours(idOfCoach(), hours, before);
    if (answer.ok) {
      await read();
      $done.set({ what: 'hours' });
    }
    return answer;
  }
  async function saveAbsence(absence: AbsenceFields, before: CoachAbsence | null) {
    const answer = await api.saveAbsence(idOfCoach(), absence, before);
    if (answer.ok) {
      await read();
      $done.set({ what: 'absence', uncovered: answer.value.uncovered });
    }
    return answer;
  }
  async function removeAbsence(absence: CoachAbsence) {
    const answer = await api.removeAbsence(absence);
    // Somebody may have removed the absence first, so the week is read again after any answer.
    await read();
    if (answer.ok) $done.set({ what: 'removed' });
    return answer;
  }

  /** Reads the week again after somebody else changed it, and returns it. */
  async function reread(): Promise<CoachWeek | null> {
    await read();
    const view = $view.get();
    return view.state === 'ready' && !view.isOutdated ? view.week : null;
  }

  return { $view, $done, open, read, reread, show, saveHours, saveAbsence, removeAbsence };
}
export type MyWeekStore = ReturnType<typeof createMyWeek>;
