import { type ErrorCode, isErrorCode } from '#contract/errors.ts';
import type { Mark } from '#contract/roster.ts';
import { atom } from 'nanostores';
import { refusalWords } from '#api/refusal-words.ts';
import { eraseAll } from '#browser/kept-roster.ts';
import { isOffline } from '#browser/online.ts';
import { refreshWhileVisible } from '#browser/refresh.ts';
import { $session } from '#browser/session.ts';
import { staffTiming } from '#config/staff.ts';
import type { Role } from '#domain/role.ts';
import * as api from './api.ts';
import { refusals } from './messages.ts';
import { inPieces, isSame, isStatement, seenMarks } from './model.ts';
import { createHealthViews } from './health/views.ts';
import * as kept from './pack.ts';
import type { Pack, Waiting } from './pack.ts';

export type View =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  /** Midnight has passed: what was kept of the day is gone. */
  | { state: 'over' }
  /** `late`: why it could not be read anew. `isSaved`: as this device has it, and being read anew. */
  | { state: 'ready'; pack: Pack; late: ErrorCode | null; isSaved?: boolean };

/** What a device says of a child; id, time and what it had seen are added here. */
export type OwnMark<M = Mark> = M extends Mark ? Omit<M, 'id' | 'entry_id' | 'made_at' | 'follows'> : never;

export interface Refused {
  waiting: Waiting;
  /** In words. */
  why: string;
}

/** Then asking again would change nothing. */
const final: readonly ErrorCode[] = ['not_allowed', 'place_not_found', 'invalid_input'];

/**
 * A day's roster: marks count here at once, are kept until the database has them, and are sent when it can be asked.
 */
export function createRoster(userId: string, roles: readonly Role[]) {
  const $view = atom<View>({ state: 'loading' });
  const $waiting = atom<readonly Waiting[]>([]);
  const $refused = atom<readonly Refused[]>([]);
  const $busy = atom(false);
  /** Does the device keep what waits? Where it cannot, the page has to stay open. */
  const $isKept = atom(true);
  const views = createHealthViews(userId);
  /** Sent, and shown as waiting until the database's answer has them: nothing flickers. */
  let arrived: string[] = [];
  /**
   * Of these, what the database took. The device keeps them until the day that has them is kept: a page that reloads
   * without a network in between would show a child who is here as not there yet. Sent twice they are one.
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
   * Whoever is nobody's coach any more, or whose session was ended elsewhere (a ban, too), has no day on this device;
   * what they marked waits.
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
   * All of it, with what is known of health; or the marks alone, while the children are the same and what is known was
   * read a moment ago.
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

  /** What of a call's marks did not come through, if any; what is refused stays on the device until it was seen. */
  async function sendPiece(marks: readonly Waiting[]): Promise<ErrorCode | null> {
    const [first] = marks;
    if (!first) return null;
    const answer = await api.sendMarks(
      first.placeId,
      first.day,
      marks.map(({ mark }) => mark),
    );
    if (!answer.ok && answer.code === 'not_allowed') {
      // Not with this place, or nobody's coach for a moment (signed out elsewhere, a second factor asked for)? Then it
      // waits.
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
      const why = await refusalWords(isErrorCode(code) ? code : 'unexpected', refusals);
      $refused.set([...$refused.get(), { waiting, why }]);
    }
    finished = [...finished, ...taken];
    arrived = [...arrived, ...marks.map(({ mark }) => mark.id)];
    return null;
  }

  /** A mark that cannot even be read keeps no other out; where nothing comes through at all, two are tried. */
  async function oneByOne(marks: readonly Waiting[], code: ErrorCode): Promise<ErrorCode | null> {
    if (marks.length === 1 || code !== 'unexpected' || isOffline()) return code;
    let failures = 0;
    for (const one of marks) {
      if ((await sendPiece([one])) !== null) failures++;
      if (failures === 2) break;
    }
    return failures > 0 ? code : null;
  }

  /** Each place's marks in one call, one call after the other; what cannot be sent waits, and stops no other place. */
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

  /** After midnight what waits still goes, and nothing of the new day is read. */
  async function sendLate(): Promise<void> {
    sending ??= send()
      .then(forgetArrived)
      .then(views.send)
      .finally(() => (sending = null));
    await sending;
  }

  async function sync(whole = false): Promise<void> {
    // The one under way may read marks alone.
    if (whole && sending) await sending;
    sending ??= (async () => {
      const isOnRoster = $waiting.get().some(({ mark }) => ['first_aid', 'parent_told'].includes(mark.kind));
      const refusedBefore = $refused.get().length;
      if ($waiting.get().length > 0) await send();
      await views.send();
      // First aid is part of the roster itself; so is what a refused hand-over was decided by.
      await read(whole || isOnRoster || $refused.get().length > refusedBefore);
      const view = $view.get();
      if (view.state !== 'ready' || view.late === null) await forgetArrived();
    })().finally(() => (sending = null));
    await sending;
  }

  /** What was marked meanwhile goes with the next one, at once. */
  async function settle(): Promise<void> {
    await sync();
    const view = $view.get();
    if ($waiting.get().length > 0 && view.state === 'ready' && view.late === null) await sync();
  }

  async function mark(placeId: string, entryId: string, own: OwnMark): Promise<void> {
    const view = $view.get();
    if (view.state !== 'ready') return;
    const now = Date.now() + view.pack.ahead;
    const made = Math.max(now, kept.lastSeen(entryId, view.pack, $waiting.get()) + 1);
    const follows = isStatement(own) && { follows: seenMarks(entryId, view.pack.state, $waiting.get()) };
    const waiting: Waiting = {
      ...{ placeId, day: view.pack.state.day },
      mark: {
        ...{ ...own, ...follows, id: crypto.randomUUID(), entry_id: entryId },
        made_at: new Date(made).toISOString(),
      },
    };
    // What is seen as marked is kept already: a page that is closed the moment after loses nothing.
    $isKept.set(await kept.keepMark(userId, waiting, kept.endOf(view.pack)));
    $waiting.set([...$waiting.get(), waiting]);
    await settle();
  }

  /** Somebody opened a child's details, which this device has: written down, also later. */
  function opened(placeId: string, childId: string): void {
    const view = $view.get();
    if (view.state !== 'ready') return;
    const { pack } = view;
    const at = new Date(Date.now() + pack.ahead).toISOString();
    void views.note({ placeId, day: pack.state.day, childId, at }, kept.endOf(pack));
  }

  async function refresh(): Promise<void> {
    if ($busy.get()) return;
    $busy.set(true);
    if ($view.get().state !== 'ready') $view.set({ state: 'loading' });
    await sync(true);
    $busy.set(false);
  }

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
        // What began without a network ends without one.
        if (sending) await sending;
        if ($view.get().state !== 'over') await settle();
        else if ($waiting.get().length > 0) await sendLate();
        const view = $view.get();
        return view.state !== 'ready' || view.late === null;
      },
      () => ($waiting.get().length > 0 ? staffTiming.ROSTER_WAITING_MS : staffTiming.ROSTER_REFRESH_MS),
    );
    const stop = $session.listen((session) => {
      if (session.state === 'signed_out' && session.onPurpose) void eraseAll();
    });
    return () => {
      rest();
      clearTimeout(midnight);
      stop();
    };
  }

  /** Seen, and told to somebody who can write it down elsewhere: only then it leaves the device. */
  async function dismiss(): Promise<void> {
    const seen = $refused.get().map(({ waiting }) => waiting.mark.id);
    $refused.set([]);
    await kept.eraseMarks(seen);
  }

  return { userId, $view, $waiting, $refused, $busy, $isKept, open, opened, refresh, mark, dismiss };
}
export type Roster = ReturnType<typeof createRoster>;
