import type { ErrorCode } from '#contract/errors.ts';
import type { Schedule, ScheduleItem, WeekPlan } from '#contract/management-schedule.ts';
import { atom, computed } from 'nanostores';
import { refreshWhileVisible } from '#browser/refresh.ts';
import { staffTiming } from '#config/staff.ts';
import { addDays, today as dayOf } from '#domain/dates.ts';
import { createSelection } from '#ui/kit/selection.ts';
import * as api from './api.ts';
import { canCancel, daysOfMonth, mondayOf, siteStatus, stepMonth } from './model.ts';

export type View =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  /** While `isLoading` is true, another week is being read. If `isOutdated` is true, reading failed. */
  | { state: 'ready'; schedule: Schedule; isLoading: boolean; isOutdated: boolean };

export const tabs = ['week', 'month', 'list', 'pattern', 'seasons', 'kinds'] as const;
export type Tab = (typeof tabs)[number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(text));

/**
 * Creates the store of the week or month in the address. It is read again every minute, and more often while the site
 * is being built.
 */
export function createSchedule() {
  const $monday = atom(mondayOf(dayOf()));
  const $month = atom(dayOf().slice(0, 7));
  const $tab = atom<Tab>('week');
  const $location = atom('');
  const $view = atom<View>({ state: 'loading' });
  const $plan = atom<WeekPlan | null>(null);
  /** The time when a camp was last changed on this screen. Built pages show the change later. */
  const $changedAt = atom<string | null>(null);
  const $isSelecting = atom(false);
  const selection = createSelection(({ id }: ScheduleItem) => id, canCancel);
  const $site = computed([$view, $changedAt], (view, changedAt) =>
    view.state === 'ready' ? siteStatus(view.schedule.site, changedAt) : null,
  );
  /** The number of the latest request. Answers to earlier requests are ignored. */
  let latest = 0;
  /**
   * False until a week is chosen. If the address names none, the first answer decides which week is shown, because it
   * contains the server's date.
   */
  let hasWeek = false;
  let hasMonth = false;

  const shownDays = () =>
    $tab.get() === 'month'
      ? daysOfMonth($month.get())
      : { from: $monday.get(), until: addDays($monday.get(), 6) };

  /** Reads the week. Returns false if there was no answer. */
  async function read(): Promise<boolean> {
    const ticket = ++latest;
    const monday = $monday.get();
    const { from, until } = shownDays();
    const answer = await api.fetchSchedule(from, until);
    if (ticket !== latest) return true;
    const view = $view.get();
    if (answer.ok) {
      const { today } = answer.value;
      const isOther = !hasWeek && mondayOf(today) !== monday;
      hasWeek = true;
      if (isOther) {
        $monday.set(mondayOf(today));
        if (!hasMonth) $month.set(today.slice(0, 7));
        return read();
      }
      $view.set({ state: 'ready', schedule: answer.value, isLoading: false, isOutdated: false });
    } else if (view.state === 'ready') $view.set({ ...view, isLoading: false, isOutdated: true });
    else $view.set({ state: 'failed', code: answer.code });
    return answer.ok;
  }

  async function readPlan(): Promise<void> {
    const answer = await api.fetchPlan();
    if (answer.ok) $plan.set(answer.value);
  }

  function readAddress(): void {
    const query = new URLSearchParams(location.search);
    const previousDays = shownDays();
    const tab = tabs.find((name) => name === query.get('view')) ?? 'week';
    $tab.set(tab);
    const week = query.get('week') ?? '';
    if (isDay(week)) {
      hasWeek = true;
      $monday.set(mondayOf(week));
    }
    const month = query.get('month') ?? '';
    if (MONTH.test(month)) {
      hasMonth = true;
      $month.set(month);
    }
    if (shownDays().from !== previousDays.from || shownDays().until !== previousDays.until) readOther();
  }

  /** Reads another week or month. It has other items, so nothing stays selected. */
  function readOther(): void {
    const view = $view.get();
    $view.set(
      view.state === 'ready' ? { ...view, isLoading: true, isOutdated: false } : { state: 'loading' },
    );
    selection.clear();
    void read();
  }

  const hrefOf = (parameters: Record<string, string>): string => {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(parameters)) {
      if (value === '') query.delete(name);
      else query.set(name, value);
    }
    const text = query.toString();
    return location.pathname + (text === '' ? '' : `?${text}`);
  };
  function changeAddress(parameters: Record<string, string>): void {
    history.pushState(history.state, '', hrefOf(parameters));
    readAddress();
  }
  const goToWeek = (monday: string) => changeAddress({ view: '', month: '', week: monday });
  const goToMonth = (month: string) => changeAddress({ view: 'month', month });
  const stepMonths = (by: number) => goToMonth(stepMonth($month.get(), by));
  const stepWeeks = (weeks: number) => goToWeek(addDays($monday.get(), 7 * weeks));
  /** Opens another view. It has its own filters, so the present ones are removed from the address. */
  function show(tab: Tab): void {
    history.pushState(history.state, '', location.pathname + (tab === 'week' ? '' : `?view=${tab}`));
    stopSelecting();
    readAddress();
  }

  /** Starts the store when the screen mounts. Returns a function that stops it. */
  function open(): () => void {
    readAddress();
    void read();
    void readPlan();
    const isBuilding = () => ['waiting', 'building'].includes($site.get()?.state ?? '');
    const stop = refreshWhileVisible(read, () =>
      isBuilding() ? staffTiming.SITE_REFRESH_MS : staffTiming.REFRESH_MS,
    );
    addEventListener('popstate', readAddress);
    return () => {
      stop();
      removeEventListener('popstate', readAddress);
    };
  }

  async function retry(): Promise<void> {
    $view.set({ state: 'loading' });
    await Promise.all([read(), readPlan()]);
  }

  function refreshAfterChange(at: string | null = null): void {
    if (at !== null) $changedAt.set(at);
    void read();
  }

  /**
   * Reads the schedule again after a change whose answer has no time. The screen then shows the time of this reading.
   */
  async function refreshAfterUndatedChange(): Promise<void> {
    await read();
    const view = $view.get();
    if (view.state === 'ready') $changedAt.set(view.schedule.at);
  }

  function startSelecting(): void {
    selection.clear();
    $isSelecting.set(true);
  }
  function stopSelecting(): void {
    selection.clear();
    $isSelecting.set(false);
  }

  return {
    $monday,
    $month,
    $tab,
    $location,
    $view,
    $plan,
    $site,
    $isSelecting,
    selection,
    open,
    read,
    retry,
    readPlan,
    hrefOf,
    goToWeek,
    stepWeeks,
    goToMonth,
    stepMonths,
    show,
    refreshAfterChange,
    changedPages: refreshAfterUndatedChange,
    startSelecting,
    stopSelecting,
  };
}
export type ScheduleStore = ReturnType<typeof createSchedule>;
