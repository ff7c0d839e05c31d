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
import { inPieces, isSame, isStatement, seenMarks } from './model.ts';
import { createHealthViews } from './health/views.ts';
import * as kept from './pack.ts';
import type { Pack, Waiting } from './pack.ts';

export type View =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  /** Midnight has passed, so the day's data was deleted. */
  | { state: 'over' }
  /** `late`: why it could not be read again. `isSaved`: it is this device's copy, and is being read again. */
  | { state: 'ready'; pack: Pack; late: ErrorCode | null; isSaved?: boolean };

/** A mark as a screen makes it; id, time and the seen marks are added here. */
export type OwnMark<M = Mark> = M extends Mark ? Omit<M, 'id' | 'entry_id' | 'made_at' | 'follows'> : never;

export interface Refused {
  waiting: Waiting;
  /** The reason as text. */
  why: string;
}

/** Sending again would not help after these error codes. */
const final: readonly ErrorCode[] = ['not_allowed', 'place_not_found', 'invalid_input'];

/** A day's roster. Marks take effect at once, are saved on the device, and are sent when there is a network. */
export function createRoster(userId: string, roles: readonly Role[]) {
  const $view = atom<View>({ state: 'loading' });
  const $waiting = atom<readonly Waiting[]>([]);
  const $refused = atom<readonly Refused[]>([]);
  const { $busy, run } = createAction();
  /** False if the device cannot save unsent marks; the page must then stay open. */
  const $isKept = atom(true);
  const views = createHealthViews(userId);
  /** Ids of sent marks, shown as waiting until the database returns them, so that the screen does not flicker. */
  let arrived: string[] = [];
  /**
   * Ids of marks that the database accepted. The device keeps them until it has saved a day that contains them;
   * otherwise a page that reloads offline would show a present child as missing. Sending a mark twice has no further
   * effect.
   */
  let finished: string[] = [];
  let sending: Promise<void> | null = null;
  let midnight: ReturnType<typeof setTimeout> | undefined;

  function show(pack: Pack, late: ErrorCode | null, isSaved = false): void {
    clearTimeout(midnight);
    midnight = setTimeout(() => void end(), Math.max(0, kept.endOf(pack) - Date.now()));
    $view.set({ state: 'ready', pack, late, isSaved });
  }

  async function end(): Promise<void> {
    $view.set({ state: 'over' });
    await kept.erasePack();
  }

  function failed(code: ErrorCode): void {
    const view = $view.get();
    if (view.state === 'ready') $view.set({ ...view, late: code, isSaved: false });
    else if (view.state !== 'over') $view.set({ state: 'failed', code });
  }

  /**
   * For a person who is no longer a coach or whose session was ended elsewhere, the day's data is deleted; unsent
   * marks stay.
   */
  async function notRead(code: ErrorCode): Promise<void> {
    if (code !== 'not_allowed' && code !== 'session_ended') {
      failed(code);
      return;
    }
    clearTimeout(midnight);
    $view.set({ state: 'failed', code });
    await kept.erasePack();
  }

  /**
   * `whole` reads everything with health; otherwise only the marks, if the children are the same and the rest was read
   * recently.
   */
  async function read(whole: boolean): Promise<void> {
    const sent = Date.now();
    const state = await api.fetchState();
    if (!state.ok) {
      await notRead(state.code);
      return;
    }
    const ahead = kept.aheadOf(Date.parse(state.value.now), sent, Date.now());
    const view = $view.get();
    const isFresh = view.state === 'ready' && Date.now() - view.pack.rosterAt < staffTiming.ROSTER_HEALTH_MS;
    const known = view.state === 'ready' && view.pack.state.day === state.value.day ? view.pack.roster : null;
    const roster =
      !whole && known && isSame(known, state.value) && isFresh
        ? ({ ok: true, value: known } as const)
        : await api.fetchRoster();
    if (!roster.ok) {
      await notRead(roster.code);
      return;
    }
    const rosterAt = view.state === 'ready' && roster.value === known ? view.pack.rosterAt : Date.now();
    const pack = {
      roster: roster.value,
      state: state.value,
      roles: [...roles],
      at: Date.now(),
      rosterAt,
      ahead,
    };
    await kept.keepPack(userId, pack);
    show(pack, null);
  }

  /** Sends one call's marks and returns the error. Refused marks stay on the device until somebody has seen them. */
  async function sendPiece(marks: readonly Waiting[]): Promise<ErrorCode | null> {
    const [first] = marks;
    if (!first) return null;
    const answer = await api.sendMarks(
      first.placeId,
      first.day,
      marks.map(({ mark }) => mark),
    );
    if (!answer.ok && answer.code === 'not_allowed') {
      // If only this place is refused, the mark is final; if the person is not a coach at the moment (signed out,
      // second factor missing), it waits.
      const still = await api.fetchState();
      if (!still.ok) return still.code;
    }
    if (!answer.ok && !final.includes(answer.code)) return oneByOne(marks, answer.code);
    const codes = new Map(answer.ok ? answer.value.refused.map(({ id, code }) => [id, code]) : []);
    const taken: string[] = [];
    for (const waiting of marks) {
      const { id } = waiting.mark;
      const code = answer.ok ? codes.get(id) : answer.code;
      if (code === undefined) {
        taken.push(id);
        continue;
      }
      const why = await errorText(isErrorCode(code) ? code : 'unexpected', refusals);
      $refused.set([...$refused.get(), { waiting, why }]);
    }
    finished = [...finished, ...taken];
    arrived = [...arrived, ...marks.map(({ mark }) => mark.id)];
    return null;
  }

  /** Sends marks one by one, so that an unreadable one does not block the others. After two failures it stops. */
  async function oneByOne(marks: readonly Waiting[], code: ErrorCode): Promise<ErrorCode | null> {
    if (marks.length === 1 || code !== 'unexpected' || isOffline()) return code;
    let failures = 0;
    for (const one of marks) {
      if ((await sendPiece([one])) !== null) failures++;
      if (failures === 2) break;
    }
    return failures > 0 ? code : null;
  }

  /** Sends the marks of each place in one call, one call at a time. A failed place does not stop the others. */
  async function send(): Promise<void> {
    const places = new Map<string, Waiting[]>();
    for (const one of $waiting.get().filter(({ mark }) => !arrived.includes(mark.id))) {
      const name = `${one.placeId} ${one.day}`;
      places.set(name, [...(places.get(name) ?? []), one]);
    }
    let late: ErrorCode | null = null;
    for (const marks of [...places.values()].flatMap(inPieces)) late = (await sendPiece(marks)) ?? late;
    if (late !== null) failed(late);
  }
  async function forgetArrived(): Promise<void> {
    const erased = finished;
    $waiting.set($waiting.get().filter(({ mark }) => !arrived.includes(mark.id)));
    arrived = [];
    finished = [];
    await kept.eraseMarks(erased);
  }

  /** After midnight unsent marks are still sent, but the new day is not read. */
  async function sendLate(): Promise<void> {
    sending ??= send()
      .then(forgetArrived)
      .then(views.send)
      .finally(() => (sending = null));
    await sending;
  }

  async function sync(whole = false): Promise<void> {
    // The running request may read only the marks.
    if (whole && sending) await sending;
    sending ??= (async () => {
      const isOnRoster = $waiting
        .get()
        .some(({ mark }) => ['first_aid', 'parent_informed'].includes(mark.kind));
      const refusedBefore = $refused.get().length;
      if ($waiting.get().length > 0) await send();
      await views.send();
      // First aid, and the data that decided a refused hand-over, are part of the whole roster.
      await read(whole || isOnRoster || $refused.get().length > refusedBefore);
      const view = $view.get();
      if (view.state !== 'ready' || view.late === null) await forgetArrived();
    })().finally(() => (sending = null));
    await sending;
  }

  /** Sends marks that were made during the previous request at once. */
  async function settle(): Promise<void> {
    await sync();
    const view = $view.get();
    if ($waiting.get().length > 0 && view.state === 'ready' && view.late === null) await sync();
  }

  async function mark(placeId: string, entryId: string, own: OwnMark): Promise<void> {
    const view = $view.get();
    if (view.state !== 'ready') return;
    const now = Date.now() + view.pack.ahead;
    const made_at = new Date(
      Math.max(now, kept.lastSeen(entryId, view.pack, $waiting.get()) + 1),
    ).toISOString();
    const follows = isStatement(own) && { follows: seenMarks(entryId, view.pack.state, $waiting.get()) };
    const mark = { ...own, ...follows, id: crypto.randomUUID(), entry_id: entryId, made_at };
    const waiting: Waiting = { placeId, day: view.pack.state.day, mark };
    // A mark is saved before it is shown, so that closing the page right after loses nothing.
    $isKept.set(await kept.keepMark(userId, waiting, kept.endOf(view.pack)));
    $waiting.set([...$waiting.get(), waiting]);
    await settle();
  }

  /** Logs that somebody opened a child's details, later if offline. */
  function opened(placeId: string, childId: string): void {
    const view = $view.get();
    if (view.state !== 'ready') return;
    const { pack } = view;
    const at = new Date(Date.now() + pack.ahead).toISOString();
    void views.note({ placeId, day: pack.state.day, childId, at }, kept.endOf(pack));
  }

  const refresh = () =>
    run(async () => {
      if ($view.get().state !== 'ready') $view.set({ state: 'loading' });
      await sync(true);
      return null;
    });

  async function begin(): Promise<void> {
    $waiting.set(await kept.readMarks(userId));
    await views.begin();
    const pack = await kept.readPack(userId);
    if (pack) show(pack, isOffline() ? 'unexpected' : null, true);
    await sync(true);
  }

  function open(): () => void {
    void begin();
    const rest = refreshWhileVisible(
      async () => {
        // A request that began offline will fail, so a new one follows.
        if (sending) await sending;
        if ($view.get().state !== 'over') await settle();
        else if ($waiting.get().length > 0) await sendLate();
        const view = $view.get();
        return view.state !== 'ready' || view.late === null;
      },
      () => ($waiting.get().length > 0 ? staffTiming.ROSTER_WAITING_MS : staffTiming.ROSTER_REFRESH_MS),
    );
    const stop = $session.listen((session) => {
      if (session.state === 'signed_out' && session.onPurpose) void eraseRoster();
    });
    return () => {
      rest();
      clearTimeout(midnight);
      stop();
    };
  }

  /** Deletes refused marks from the device after somebody has seen them and can record them elsewhere. */
  async function dismiss(): Promise<void> {
    const seen = $refused.get().map(({ waiting }) => waiting.mark.id);
    $refused.set([]);
    await kept.eraseMarks(seen);
  }

  return { userId, $view, $waiting, $refused, $busy, $isKept, open, opened, refresh, mark, dismiss };
}
export type Roster = ReturnType<typeof createRoster>;
