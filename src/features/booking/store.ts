import { atom, computed } from 'nanostores';
import type { ErrorCode } from '#contract/errors.ts';
import * as timing from '#config/timing.ts';
import { sendEvents } from '#api/analytics.ts';
import { cartQuery, saveCart } from '#browser/cart.ts';
import { isOffline } from '#browser/online.ts';
import { readOrderMemory } from '#browser/order-memory.ts';
import { report } from '#browser/report.ts';
import { createAction, leaving } from '#ui/kit/action.ts';
import { ensureSessions, fetchWeek, type WeekSession } from './api.ts';
import { type Choice, saveChoice } from './choice.ts';
import * as events from './events.ts';
import {
  buildCart,
  type FlowSession,
  type Pass,
  sessionsFor,
  type Step,
  type Team,
  type TeamId,
  toSessions,
  withOwnHold,
} from './model.ts';

export type Load =
  | { state: 'loading' }
  | { state: 'ready'; sessions: FlowSession[] }
  | { state: 'failed'; code: ErrorCode };

export interface Problem {
  code: 'selection_missing' | 'navigation_failed' | 'offline';
}

interface Options {
  teams: readonly Team[];
  presetPassId?: string | null;
  go?: (path: string) => void;
}

export function createBooking({ teams, presetPassId = null, go = (path) => location.assign(path) }: Options) {
  const $step = atom<Step>(0);
  const $teamId = atom<TeamId | null>(null);
  const $session = atom<FlowSession | null>(null);
  const $availability = atom<Load>({ state: 'loading' });
  /** The chosen session, if it has just become unavailable. The page says why. */
  const $lostSession = atom<{ session: FlowSession; why: 'filled' | 'gone' } | null>(null);
  /** Why the availability could not be refreshed. The parent's choice has not changed. */
  const $staleReason = atom<'offline' | 'unanswered' | null>(null);
  const $notice = atom<string | null>(null);
  const $suggested = atom(false);
  const {
    $running: $leaving,
    $outcome: $problem,
    run,
    unlock,
  } = createAction<Problem>(() => ({ code: 'navigation_failed' }));

  const $team = computed($teamId, (id) => teams.find((team) => team.id === id) ?? null);
  const $sessions = computed([$availability, $teamId], (load, teamId) =>
    load.state === 'ready' ? sessionsFor(load.sessions, teamId, presetPassId) : [],
  );
  const $canContinue = computed([$step, $teamId, $session], (step, teamId, session) =>
    step === 0 ? teamId !== null : step === 1 && session !== null,
  );

  let advance: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  let requestedPass: Pass | null = null;
  /** The session that was chosen before a reload. It is chosen again if it is still free. */
  let sessionBeforeReload: string | null = null;

  function moveTo(step: Step): void {
    clearTimeout(advance);
    $problem.set(null);
    if (step > $step.get()) events.trackProgress(step);
    $step.set(step);
  }

  function advanceSoon(step: Step): void {
    clearTimeout(advance);
    advance = setTimeout(() => moveTo(step), timing.AUTO_ADVANCE_MS);
  }

  function chooseTeam(id: TeamId): void {
    if (id !== $teamId.get()) $session.set(null);
    $teamId.set(id);
    sessionBeforeReload = null;
    saveChoice(id, $session.get()?.id ?? null);
    $suggested.set(false);
    $lostSession.set(null);
    trackTeam('card');
    advanceSoon(1);
  }

  function trackTeam(source: 'card' | 'quiz'): void {
    const team = $team.get();
    if (team) events.trackTeam(team, source);
  }

  /** Suggests a team. The parent still confirms it or chooses another one. */
  function suggestTeam(id: string): void {
    const team = teams.find((team) => team.id === id);
    if (!team || $step.get() !== 0) return;
    clearTimeout(advance);
    if (team.id !== $teamId.get()) $session.set(null);
    $teamId.set(team.id);
    $suggested.set(true);
  }

  /** Restores the choice that was made before a reload. The parent confirms or changes it. */
  function resume({ team, sessionId }: Choice): void {
    if ($teamId.get() !== null || !teams.some(({ id }) => id === team)) return;
    $teamId.set(team);
    sessionBeforeReload = sessionId;
    restoreSession();
  }

  /** Chooses the session from before the reload again. */
  function restoreSession(): void {
    if ($availability.get().state !== 'ready') return;
    const session = $sessions.get().find(({ id, spotsOpen }) => id === sessionBeforeReload && spotsOpen > 0);
    if (session) $session.set(session);
    sessionBeforeReload = null;
  }

  function chooseSession(id: string): void {
    const session = $sessions.get().find((session) => session.id === id);
    if (!session || session.spotsOpen === 0) return;
    $session.set(session);
    saveChoice($teamId.get() ?? session.teamId, session.id);
    $lostSession.set(null);
    events.trackSession(session);
    advanceSoon(2);
  }

  function next(): void {
    if (!$canContinue.get()) return;
    if ($suggested.get()) trackTeam('quiz');
    $suggested.set(false);
    moveTo($step.get() === 0 ? 1 : 2);
  }

  function previous(): void {
    if ($step.get() > 0) moveTo($step.get() === 2 ? 1 : 0);
  }

  async function choosePass(pass: Pass): Promise<void> {
    const session = $session.get();
    // A try-out may be in another team than the one that was chosen first, so the session decides the team.
    const team = teams.find((team) => team.id === session?.teamId);
    if (!team || !session) {
      $problem.set({ code: 'selection_missing' });
      return;
    }
    if (!pass.available) return;
    await run(() => {
      if (requestedPass?.id !== pass.id) events.trackPass(session, pass);
      requestedPass = pass;
      const cart = buildCart(team, session, pass, Date.now());
      const isSaved = saveCart(cart);
      if (isOffline()) return Promise.resolve({ code: 'offline' });
      events.trackCheckout(session, pass);
      sendEvents();
      // If the browser's storage is blocked or full, the address contains the cart.
      go(isSaved ? pass.checkoutPath : `${pass.checkoutPath}?${cartQuery(cart)}`);
      return Promise.resolve(leaving);
    }, pass.id);
  }

  async function choosePassAgain(): Promise<void> {
    if (requestedPass) await choosePass(requestedPass);
  }

  /** Unlocks the page when the browser restored it from its cache, so that the parent can choose again. */
  function reopenFromCache(): void {
    unlock();
    requestedPass = null;
    void refresh();
  }

  function showAvailability(rows: readonly WeekSession[]): void {
    const sessions = withOwnHold(toSessions(rows), readOrderMemory(), Date.now());
    $availability.set({ state: 'ready', sessions });
    $notice.set(rows[0]?.notice ?? null);
    $staleReason.set(null);
    if ($problem.get()?.code === 'offline') $problem.set(null);
    if (sessionBeforeReload !== null) restoreSession();
    const chosenSession = $session.get();
    if (!chosenSession) return;
    const now = sessions.find((session) => session.id === chosenSession.id);
    if (now && now.spotsOpen > 0) {
      $session.set(now);
      return;
    }
    clearTimeout(advance);
    $session.set(null);
    $lostSession.set({ session: chosenSession, why: now ? 'filled' : 'gone' });
  }

  /** Reads the sessions. Returns false if the database did not answer. The page then keeps what it shows. */
  async function refresh(): Promise<boolean> {
    const request = ++latest;
    const rows = await fetchWeek();
    if (request !== latest) return true;
    if (rows.ok) {
      showAvailability(rows.value);
      return true;
    }
    report(`Sessions did not load: ${rows.code}`);
    if ($availability.get().state === 'ready') $staleReason.set(isOffline() ? 'offline' : 'unanswered');
    else $availability.set({ state: 'failed', code: rows.code });
    return false;
  }

  async function retry(): Promise<void> {
    if ($availability.get().state !== 'ready') $availability.set({ state: 'loading' });
    await refresh();
  }

  /** Shows the first answer at once, and reads again if this weekend's sessions have just been created. */
  async function open(): Promise<void> {
    const [ensured] = await Promise.all([ensureSessions(), refresh()]);
    if (!ensured.ok) report(`Sessions of the weekend were not ensured: ${ensured.code}`);
    else if (ensured.value > 0) await refresh();
  }

  return {
    $step,
    $teamId,
    $team,
    $session,
    $sessions,
    $availability,
    $lostSession,
    $staleReason,
    $notice,
    $suggested,
    $problem,
    $leaving,
    $canContinue,
    chooseTeam,
    suggestTeam,
    resume,
    chooseSession,
    choosePass,
    choosePassAgain,
    next,
    previous,
    reopenFromCache,
    refresh,
    retry,
    open,
  };
}

export type Booking = ReturnType<typeof createBooking>;
