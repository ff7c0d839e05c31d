import { type ErrorCode, isErrorCode } from '#contract/errors.ts';
import type { Mark } from '#contract/roster.ts';
import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import { eraseRoster } from '#browser/saved-roster.ts';
import { isOffline } from '#browser/online.ts';
import { refreshWhileVisible } from '#browser/refresh.ts';
import { $session } from '#browser/session.ts';
import { staffTiming } from '#config/staff.ts';
import type { Role } from '#domain/role.ts';
import * as api from './api.ts';
import { createAction } from '#ui/kit/action.ts';
import { refusals } from './messages.ts';
import { inBatches, hasSameChildren, isStatement, precedingMarks } from './model.ts';
import { createHealthViews } from './health/views.ts';
import * as storage from './offline-roster.ts';
import type { OfflineRoster, UnsentMark } from './offline-roster.ts';

export type View =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  /** Midnight has passed, so the day's data was deleted. */
  | { state: 'over' }
  /** `refreshError` says why reading failed. `isSaved` is true while the copy on this device is shown. */
  | { state: 'ready'; offline: OfflineRoster; refreshError: ErrorCode | null; isSaved?: boolean };

/** A mark as a screen makes it. The store adds the id, the time and the preceding marks. */
export type OwnMark<M = Mark> = M extends Mark ? Omit<M, 'id' | 'entry_id' | 'made_at' | 'follows'> : never;

export interface RefusedMark {
  unsent: UnsentMark;
  /** A sentence that says why the mark was refused. */
  message: string;
}

/** The error codes after which sending again would not help. */
const finalErrors: readonly ErrorCode[] = ['not_allowed', 'place_not_found', 'invalid_input'];

/** Marks take effect at once, are saved on the device, and are sent when there is a network. */
export function createRoster(userId: string, roles: readonly Role[]) {
  const $view = atom<View>({ state: 'loading' });
  const $unsent = atom<readonly UnsentMark[]>([]);
  const $refused = atom<readonly RefusedMark[]>([]);
  const { $busy, run } = createAction();
  /** False if the device cannot save unsent marks. The page must then stay open. */
  const $canSave = atom(true);
  const views = createHealthViews(userId);
  /**
   * The ids of marks that were sent. They are shown as unsent until the database returns them, so that the screen does
   * not flicker.
   */
  let sentIds: string[] = [];
  /**
   * The ids of accepted marks. The device stores them until it has saved a day that contains them. Otherwise a page
   * that reloads offline would show a present child as missing.
   */
  let acceptedIds: string[] = [];
  let sending: Promise<void> | null = null;
  let midnight: ReturnType<typeof setTimeout> | undefined;

  function show(offline: OfflineRoster, refreshError: ErrorCode | null, isSaved = false): void {
    clearTimeout(midnight);
    midnight = setTimeout(() => void endDay(), Math.max(0, storage.dayEnd(offline) - Date.now()));
    $view.set({ state: 'ready', offline, refreshError, isSaved });
  }

  async function endDay(): Promise<void> {
    $view.set({ state: 'over' });
    await storage.deleteOfflineRoster();
  }

  function showError(code: ErrorCode): void {
    const view = $view.get();
    if (view.state === 'ready') $view.set({ ...view, refreshError: code, isSaved: false });
    else if (view.state !== 'over') $view.set({ state: 'failed', code });
  }

  /** Handles an error of reading. If the person is no longer a coach, the day's data is deleted. Unsent marks stay. */
  async function handleReadError(code: ErrorCode): Promise<void> {
    if (code !== 'not_allowed' && code !== 'session_ended') {
      showError(code);
      return;
    }
    clearTimeout(midnight);
    $view.set({ state: 'failed', code });
    await storage.deleteOfflineRoster();
  }

  /**
   * Reads the marks. If `withHealth` is true, if the children have changed, or if they were not read recently, it also
   * reads children and health.
   */
  async function read(withHealth: boolean): Promise<void> {
    const sent = Date.now();
    const state = await api.fetchState();
    if (!state.ok) {
      await handleReadError(state.code);
      return;
    }
    const clockOffset = storage.measureClockOffset(Date.parse(state.value.now), sent, Date.now());
    const view = $view.get();
    const isFresh =
      view.state === 'ready' && Date.now() - view.offline.rosterAt < staffTiming.ROSTER_HEALTH_MS;
    const current =
      view.state === 'ready' && view.offline.state.day === state.value.day ? view.offline.roster : null;
    const roster =
      !withHealth && current && hasSameChildren(current, state.value) && isFresh
        ? ({ ok: true, value: current } as const)
        : await api.fetchRoster();
    if (!roster.ok) {
      await handleReadError(roster.code);
      return;
    }
    const rosterAt = view.state === 'ready' && roster.value === current ? view.offline.rosterAt : Date.now();
    const offline = {
      roster: roster.value,
      state: state.value,
      roles: [...roles],
      at: Date.now(),
      rosterAt,
      clockOffset,
    };
    await storage.saveOfflineRoster(userId, offline);
    show(offline, null);
  }

  /** Sends marks in one call, and returns its error. Refused marks stay on the device until somebody has seen them. */
  async function sendBatch(marks: readonly UnsentMark[]): Promise<ErrorCode | null> {
    const [first] = marks;
    if (!first) return null;
    const answer = await api.sendMarks(
      first.placeId,
      first.day,
      marks.map(({ mark }) => mark),
    );
    if (!answer.ok && answer.code === 'not_allowed') {
      // If only this session or camp is refused, the refusal is final. If the person is not a coach at the moment, for
      // example because they are signed out, the mark waits.
      const stateAnswer = await api.fetchState();
      if (!stateAnswer.ok) return stateAnswer.code;
    }
    if (!answer.ok && !finalErrors.includes(answer.code)) return sendOneByOne(marks, answer.code);
    const codes = new Map(answer.ok ? answer.value.refused.map(({ id, code }) => [id, code]) : []);
    const newlyAccepted: string[] = [];
    for (const unsent of marks) {
      const { id } = unsent.mark;
      const code = answer.ok ? codes.get(id) : answer.code;
      if (code === undefined) {
        newlyAccepted.push(id);
        continue;
      }
      const message = await errorText(isErrorCode(code) ? code : 'unexpected', refusals);
      $refused.set([...$refused.get(), { unsent, message }]);
    }
    acceptedIds = [...acceptedIds, ...newlyAccepted];
    sentIds = [...sentIds, ...marks.map(({ mark }) => mark.id)];
    return null;
  }

  /** Sends each mark in its own call, because one unreadable mark would block the others. Stops after two failures. */
  async function sendOneByOne(marks: readonly UnsentMark[], code: ErrorCode): Promise<ErrorCode | null> {
    if (marks.length === 1 || code !== 'unexpected' || isOffline()) return code;
    let failures = 0;
    for (const mark of marks) {
      if ((await sendBatch([mark])) !== null) failures++;
      if (failures === 2) break;
    }
    return failures > 0 ? code : null;
  }

  /** Sends the marks of each session or camp in a separate call. A failed call does not stop the others. */
  async function send(): Promise<void> {
    const places = new Map<string, UnsentMark[]>();
    for (const unsent of $unsent.get().filter(({ mark }) => !sentIds.includes(mark.id))) {
      const name = `${unsent.placeId} ${unsent.day}`;
      places.set(name, [...(places.get(name) ?? []), unsent]);
    }
    let refreshError: ErrorCode | null = null;
    for (const marks of [...places.values()].flatMap(inBatches))
      refreshError = (await sendBatch(marks)) ?? refreshError;
    if (refreshError !== null) showError(refreshError);
  }
  async function removeSent(): Promise<void> {
    const idsToDelete = acceptedIds;
    $unsent.set($unsent.get().filter(({ mark }) => !sentIds.includes(mark.id)));
    sentIds = [];
    acceptedIds = [];
    await storage.deleteMarks(idsToDelete);
  }

  /** Sends unsent marks after midnight, but does not read the new day. */
  async function sendAfterMidnight(): Promise<void> {
    sending ??= send()
      .then(removeSent)
      .then(views.send)
      .finally(() => (sending = null));
    await sending;
  }

  async function sync(withHealth = false): Promise<void> {
    // The running request may read only the marks, so it is awaited first.
    if (withHealth && sending) await sending;
    sending ??= (async () => {
      const changesRoster = $unsent
        .get()
        .some(({ mark }) => ['first_aid', 'parent_informed'].includes(mark.kind));
      const refusedBefore = $refused.get().length;
      if ($unsent.get().length > 0) await send();
      await views.send();
      // First aid and the data behind a refused hand-over are part of the whole roster.
      await read(withHealth || changesRoster || $refused.get().length > refusedBefore);
      const view = $view.get();
      if (view.state !== 'ready' || view.refreshError === null) await removeSent();
    })().finally(() => (sending = null));
    await sending;
  }

  /** Sends and reads everything. Marks that were made during a request are sent right after it. */
  async function syncAll(): Promise<void> {
    await sync();
    const view = $view.get();
    if ($unsent.get().length > 0 && view.state === 'ready' && view.refreshError === null) await sync();
  }

  async function mark(placeId: string, entryId: string, newMark: OwnMark): Promise<void> {
    const view = $view.get();
    if (view.state !== 'ready') return;
    const now = Date.now() + view.offline.clockOffset;
    const made_at = new Date(
      Math.max(now, storage.latestMarkTime(entryId, view.offline, $unsent.get()) + 1),
    ).toISOString();
    const follows = isStatement(newMark) && {
      follows: precedingMarks(entryId, view.offline.state, $unsent.get()),
    };
    const mark = { ...newMark, ...follows, id: crypto.randomUUID(), entry_id: entryId, made_at };
    const unsent: UnsentMark = { placeId, day: view.offline.state.day, mark };
    // A mark is saved before it is shown, so closing the page at once loses nothing.
    $canSave.set(await storage.saveMark(userId, unsent, storage.dayEnd(view.offline)));
    $unsent.set([...$unsent.get(), unsent]);
    await syncAll();
  }

  /** Logs that somebody opened a child's details. If the device is offline, the entry is sent later. */
  function logOpened(placeId: string, childId: string): void {
    const view = $view.get();
    if (view.state !== 'ready') return;
    const { offline } = view;
    const at = new Date(Date.now() + offline.clockOffset).toISOString();
    void views.log({ placeId, day: offline.state.day, childId, at }, storage.dayEnd(offline));
  }

  const refresh = () =>
    run(async () => {
      if ($view.get().state !== 'ready') $view.set({ state: 'loading' });
      await sync(true);
      return null;
    });

  async function load(): Promise<void> {
    $unsent.set(await storage.readMarks(userId));
    await views.load();
    const offline = await storage.readOfflineRoster(userId);
    if (offline) show(offline, isOffline() ? 'unexpected' : null, true);
    await sync(true);
  }

  function open(): () => void {
    void load();
    const stopRefreshing = refreshWhileVisible(
      async () => {
        // A request that began offline will fail, so a new one is made after it.
        if (sending) await sending;
        if ($view.get().state !== 'over') await syncAll();
        else if ($unsent.get().length > 0) await sendAfterMidnight();
        const view = $view.get();
        return view.state !== 'ready' || view.refreshError === null;
      },
      () => ($unsent.get().length > 0 ? staffTiming.ROSTER_WAITING_MS : staffTiming.ROSTER_REFRESH_MS),
    );
    const stopListening = $session.listen((session) => {
      if (session.state === 'signed_out' && session.onPurpose) void eraseRoster();
    });
    return () => {
      stopRefreshing();
      clearTimeout(midnight);
      stopListening();
    };
  }

  /** Refused marks are deleted after somebody has seen them and can record them elsewhere. */
  async function dismiss(): Promise<void> {
    const ids = $refused.get().map(({ unsent }) => unsent.mark.id);
    $refused.set([]);
    await storage.deleteMarks(ids);
  }

  return { userId, $view, $unsent, $refused, $busy, $canSave, open, logOpened, refresh, mark, dismiss };
}
export type Roster = ReturnType<typeof createRoster>;
