import type { ErrorCode } from '#contract/errors.ts';
import type { Schedule, SchedulePlace, WeekPlan } from '#contract/management-schedule.ts';
import { atom, computed } from 'nanostores';
import { refreshWhileVisible } from '#browser/refresh.ts';
import { staffTiming } from '#config/staff.ts';
import { addDays, today as dayOf } from '#domain/dates.ts';
import * as api from './api.ts';
import { canCallOff, mondayOf, siteLine } from './model.ts';

export type View =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  /** `turning`: another week is loading; `late`: that, or refreshing, failed. */
  | { state: 'ready'; schedule: Schedule; turning: boolean; late: boolean };

export const tabs = ['week', 'list', 'pattern'] as const;
export type Tab = (typeof tabs)[number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(text));

/** The week that the address names, read again every minute, and more often while the site is being built. */
export function createSchedule() {
  const $monday = atom(mondayOf(dayOf()));
  const $tab = atom<Tab>('week');
  const $location = atom('');
  const $view = atom<View>({ state: 'loading' });
  const $plan = atom<WeekPlan | null>(null);
  /** When a camp was changed here; built pages show the change later. */
  const $changedAt = atom<string | null>(null);
  /** Ids selected for cancelling; null outside the selection mode. */
  const $chosen = atom<ReadonlySet<string> | null>(null);
  const $site = computed([$view, $changedAt], (view, changedAt) =>
    view.state === 'ready' ? siteLine(view.schedule.site, changedAt) : null,
  );
  let asked = 0;
  /** Without a week in the address, it shows today by the server's clock, which the first answer contains. */
  let isAddressed = false;

  /** Returns false if there was no answer. */
  async function read(): Promise<boolean> {
    const ticket = ++asked;
    const monday = $monday.get();
    const answer = await api.fetchSchedule(monday, addDays(monday, 6));
    if (ticket !== asked) return true;
    const shown = $view.get();
    if (answer.ok) {
      const isOther = !isAddressed && mondayOf(answer.value.today) !== monday;
      isAddressed = true;
      if (isOther) {
        $monday.set(mondayOf(answer.value.today));
        return read();
      }
      $view.set({ state: 'ready', schedule: answer.value, turning: false, late: false });
    } else if (shown.state === 'ready') $view.set({ ...shown, turning: false, late: true });
    else $view.set({ state: 'failed', code: answer.code });
    return answer.ok;
  }

  async function readPlan(): Promise<void> {
    const answer = await api.fetchPlan();
    if (answer.ok) $plan.set(answer.value);
  }

  function readAddress(): void {
    const given = new URLSearchParams(location.search);
    const tab = tabs.find((name) => name === given.get('view')) ?? 'week';
    $tab.set(tab);
    const week = given.get('week') ?? '';
    if (isDay(week)) {
      isAddressed = true;
      if (mondayOf(week) !== $monday.get()) {
        $monday.set(mondayOf(week));
        turn();
      }
    }
  }

  function turn(): void {
    const shown = $view.get();
    $view.set(shown.state === 'ready' ? { ...shown, turning: true, late: false } : { state: 'loading' });
    $chosen.set($chosen.get() === null ? null : new Set());
    void read();
  }

  const hrefOf = (changed: Record<string, string>): string => {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changed)) {
      if (value === '') query.delete(name);
      else query.set(name, value);
    }
    const text = query.toString();
    return location.pathname + (text === '' ? '' : `?${text}`);
  };
  function go(changed: Record<string, string>): void {
    history.pushState(history.state, '', hrefOf(changed));
    readAddress();
  }
  const goToWeek = (monday: string) => go({ week: monday });
  const step = (weeks: number) => goToWeek(addDays($monday.get(), 7 * weeks));
  /** Another view has its own filters, so they are removed from the address. */
  function show(tab: Tab): void {
    history.pushState(history.state, '', location.pathname + (tab === 'week' ? '' : `?view=${tab}`));
    $chosen.set(null);
    readAddress();
  }

  /** Call it when the screen mounts; the returned function ends it. */
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

  /** Reads the week again after a change. `at`: time of a change that built pages show. */
  function changed(at: string | null = null): void {
    if (at !== null) $changedAt.set(at);
    void read();
  }

  /** As `changed`, for a change shown on built pages whose answer has no time. */
  async function changedPages(): Promise<void> {
    await read();
    const shown = $view.get();
    if (shown.state === 'ready') $changedAt.set(shown.schedule.at);
  }

  const choosing = (is: boolean) => $chosen.set(is ? new Set() : null);
  const choose = (id: string, is: boolean) => chooseAll([id], is);
  function chooseAll(ids: readonly string[], is: boolean): void {
    const now = new Set($chosen.get());
    for (const id of ids) {
      if (is) now.add(id);
      else now.delete(id);
    }
    $chosen.set(now);
  }
  /** Selects all places that can be cancelled, or none if all were selected. */
  function toggleAll(places: readonly SchedulePlace[]): void {
    const ids = places.filter(canCallOff).map(({ id }) => id);
    const now = $chosen.get() ?? new Set<string>();
    chooseAll(ids, !ids.every((id) => now.has(id)));
  }

  return {
    $monday,
    $tab,
    $location,
    $view,
    $plan,
    $site,
    $chosen,
    open,
    read,
    retry,
    readPlan,
    hrefOf,
    goToWeek,
    step,
    show,
    changed,
    changedPages,
    choosing,
    choose,
    toggleAll,
  };
}
export type ScheduleStore = ReturnType<typeof createSchedule>;
