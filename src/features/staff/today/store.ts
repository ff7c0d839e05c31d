import { type ErrorCode, isErrorCode } from '#contract/errors.ts';
import type { BouncedMail, ManagementToday, Discrepancies, TodaysHealth } from '#contract/management.ts';
import { atom } from 'nanostores';
import { refreshWhileVisible } from '#browser/refresh.ts';
import { staffTiming } from '#config/staff.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from './api.ts';
import type { Child } from './model.ts';

export type View =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  /** `at` is the time of the reading in milliseconds. `refreshError` says why the last refresh failed. */
  | { state: 'ready'; today: ManagementToday; at: number; refreshError: ErrorCode | null };

export type OnRequest<T> =
  | { state: 'hidden' }
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; value: T };

export interface RefusedAction {
  state: 'refused';
  code: ErrorCode;
}

/**
 * Creates the store of the day, which is read again every minute while the page is visible. Data that is logged or
 * large loads separately.
 */
export function createToday() {
  const $view = atom<View>({ state: 'loading' });
  const $notes = atom<OnRequest<TodaysHealth>>({ state: 'hidden' });
  const $rows = atom<OnRequest<Discrepancies>>({ state: 'hidden' });
  const $place = atom<string | null>(null);
  const { $busy, run } = createAction<{ state: 'failed' }>();
  /** Runs decisions about hand-overs and first aid. */
  const gate = createAction<RefusedAction>();
  const bounces = createAction<RefusedAction>();
  const calls = createAction<RefusedAction>();

  /** Reads the day. Returns false if there was no answer. */
  async function read(): Promise<boolean> {
    const outcome = await run(async () => {
      const answer = await api.fetchToday();
      const view = $view.get();
      if (answer.ok) $view.set({ state: 'ready', today: answer.value, at: Date.now(), refreshError: null });
      else if (view.state === 'ready') $view.set({ ...view, refreshError: answer.code });
      else $view.set({ state: 'failed', code: answer.code });
      return answer.ok ? null : { state: 'failed' };
    });
    return !outcome;
  }

  function open(): () => void {
    void read();
    return refreshWhileVisible(read, () => staffTiming.REFRESH_MS);
  }

  async function retry(): Promise<void> {
    if ($view.get().state === 'failed') $view.set({ state: 'loading' });
    await read();
  }

  async function readNotes(): Promise<void> {
    if ($notes.get().state === 'loading') return;
    $notes.set({ state: 'loading' });
    const answer = await api.fetchHealth();
    $notes.set(answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed' });
  }

  async function readRows(): Promise<void> {
    if ($rows.get().state === 'loading') return;
    $rows.set({ state: 'loading' });
    const answer = await api.readDiscrepancies();
    $rows.set(answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed' });
  }

  /** Runs an action, and reads the day again after any result. */
  async function runAndRead(call: () => Promise<ErrorCode | null>, action = gate): Promise<void> {
    const outcome = await action.run(async () => {
      const code = await call();
      return code && { state: 'refused', code };
    });
    if (outcome !== undefined) await read();
  }

  const decide = (placeId: string, { entry_id, mark }: Child, chooses: string) =>
    runAndRead(async () => {
      const view = $view.get();
      const { day, now } = view.state === 'ready' ? view.today : { day: '', now: '' };
      const elapsedMs = view.state === 'ready' ? Date.now() - view.at : 0;
      const answer = await api.decideMark(placeId, day, {
        kind: 'decision',
        id: crypto.randomUUID(),
        entry_id,
        chooses,
        follows: mark.latest,
        made_at: new Date(Date.parse(now) + Math.max(0, elapsedMs)).toISOString(),
      });
      if (!answer.ok) return answer.code;
      const code = answer.value.refused[0]?.code;
      if (code === undefined) return null;
      return isErrorCode(code) ? code : 'unexpected';
    });
  const markParentInformed = (firstAidId: string) =>
    runAndRead(async () => {
      const answer = await api.setParentInformed(firstAidId);
      return answer.ok ? null : answer.code;
    });

  const markBounceHandled = ({ email, bounced_at }: BouncedMail) =>
    runAndRead(async () => {
      const answer = await api.setBounceHandled(email, bounced_at);
      return answer.ok ? null : answer.code;
    }, bounces);
  const markUnreachedHandled = (id: string) =>
    runAndRead(async () => {
      const answer = await api.setUnreachedHandled(id);
      return answer.ok ? null : answer.code;
    }, calls);

  const choose = (id: string) => $place.set($place.get() === id ? null : id);
  const hideNotes = () => $notes.set({ state: 'hidden' });

  return {
    $view,
    $notes,
    $rows,
    $place,
    $busy,
    gate,
    bounces,
    calls,
    open,
    read,
    retry,
    readNotes,
    hideNotes,
    readRows,
    choose,
    decide,
    markParentInformed,
    markBounceHandled,
    markUnreachedHandled,
  };
}
export type Today = ReturnType<typeof createToday>;
