import type { BookableSessions } from '#contract/family-booking.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { FamilyBooking } from '#contract/family.ts';
import type { FamilyWaiting } from '#contract/family-waiting.ts';
import { longWhoAndWhere } from '#contract/place-names.ts';
import { atom } from 'nanostores';
import type { Answer } from '#api/errors.ts';
import { readFamily } from '#api/family.ts';
import { errorText } from '#api/error-text.ts';
import { readQuizResult } from '#browser/quiz-result.ts';
import { bookingName } from '#domain/family-booking.ts';
import { createAction, type Message } from '#ui/kit/action.ts';
import * as api from './api.ts';
import {
  absenceMessages,
  activityMessages,
  cancelMessages,
  comingName,
  levelMessages,
  refusals,
} from './messages.ts';
import { waitingName, waitingMessages } from './waiting/messages.ts';
import type { Appointment } from './model.ts';

export interface Panel {
  bookingId: string;
  step: 'ask' | 'move';
}

export type Targets =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; sessions: BookableSessions['sessions']; ownTeamIds: Set<string> };

/** The result of an action. `section` says where the message appears, as a section of the page or the id of a child. */
interface Outcome extends Message {
  section: string;
}

/** Creates the store of the dashboard, which is read again as a whole after each change. */
export function createToday() {
  const $panel = atom<Panel | null>(null);
  const $targets = atom<Targets>({ state: 'loading' });
  const { $busy, $outcome, run } = createAction<Outcome>();
  /** The number of tasks that are postponed until the next visit. */
  const $later = atom(0);

  function openPanel(bookingId: string): void {
    $panel.set({ bookingId, step: 'ask' });
    $outcome.set(null);
  }
  const close = () => $panel.set(null);

  /**
   * Makes a change and reads the family again. It is also read after a refusal, which may mean that the page was
   * outdated.
   */
  async function change<T>(
    place: string,
    call: () => Promise<Answer<T>>,
    textOf: (value: T) => string,
    { staysOpen = false } = {},
  ): Promise<boolean> {
    const outcome = await run(async () => {
      const answer = await call();
      if (answer.ok || staleCodes.has(answer.code)) {
        // If it is now too late for the credit, the same question is asked again with the new facts.
        if (!staysOpen && (answer.ok || answer.code !== 'credit_not_returned')) close();
        await readFamily();
      }
      return answer.ok
        ? { section: place, tone: 'calm', text: textOf(answer.value) }
        : { section: place, tone: 'bad', text: await errorText(answer, refusals) };
    });
    return outcome?.tone === 'calm';
  }

  /** Cancels a booking. `returns` says whether the page promised that the credit comes back. */
  const cancel = (appointment: Appointment, returns: boolean) =>
    change(
      'coming',
      () => api.cancelBooking(appointment.id, returns && appointment.usesCredit),
      (booking) =>
        booking.credit_returned
          ? cancelMessages.creditReturned(
              comingName(appointment),
              booking.credits_left,
              booking.pass_valid_until,
            )
          : cancelMessages.cancelledWithoutCredit(comingName(appointment)),
    );

  async function findTargets(bookingId: string): Promise<void> {
    $panel.set({ bookingId, step: 'move' });
    $targets.set({ state: 'loading' });
    const answer = await api.findTargets(bookingId);
    if ($panel.get()?.bookingId !== bookingId) return;
    if (!answer.ok) {
      $targets.set({ state: 'failed' });
      return;
    }
    const { sessions, children } = answer.value;
    const options = children
      .flatMap((child) => child.sessions)
      .filter(({ booking_id }) => booking_id === null);
    const open = new Map(options.map((option) => [option.session_id, option]));
    const free = sessions.filter(({ session, spots_left }) => {
      const option = open.get(session.session_id);
      return option !== undefined && (spots_left > 0 || option.is_reserved);
    });
    const ownTeamIds = new Set(
      options.filter(({ is_own_team }) => is_own_team).map(({ session_id }) => session_id),
    );
    $targets.set({ state: 'ready', sessions: free, ownTeamIds });
  }

  const move = ({ id, child }: Appointment, sessionId: string) =>
    change(
      'coming',
      () => api.moveBooking(id, sessionId),
      ({ session }) => cancelMessages.moved(longWhoAndWhere([child], { session })),
    );

  /** Says that a child does not come on a day of a camp. The panel stays open for another day. */
  const tellAbsence = (appointment: Appointment, day: string, isAbsent: boolean) =>
    change(
      'coming',
      () => api.tellAbsence(appointment.id, day, isAbsent),
      () => (isAbsent ? absenceMessages.told : absenceMessages.tookBack)(appointment, day),
      { staysOpen: true },
    );

  const makeUp = (booking: FamilyBooking) =>
    change(
      'activity',
      () => api.claimMakeUp(booking.id),
      ({ credits_left, make_ups_left }) =>
        activityMessages.madeUp(bookingName(booking), credits_left, make_ups_left),
    );

  const acceptOffer = (entry: FamilyWaiting) =>
    change(
      'waiting',
      () => api.takeOffer(entry.secret),
      () => waitingMessages.placeBooked(waitingName(entry)),
    );
  const decline = (entry: FamilyWaiting) =>
    change(
      'waiting',
      () => api.declineOffer(entry.secret),
      () => waitingMessages.declined(waitingName(entry)),
    );
  const leaveWaitlist = (entry: FamilyWaiting) =>
    change(
      'waiting',
      () => api.leaveWaitlist(entry.secret),
      () => waitingMessages.leftWaitlist(waitingName(entry)),
    );

  const useQuiz = (childId: string) =>
    change(
      childId,
      () => api.saveQuiz(childId, readQuizResult()?.experience),
      () => levelMessages.quizUsed,
    );

  return {
    $panel,
    $targets,
    $outcome,
    $busy,
    $later,
    openPanel,
    close,
    cancel,
    findTargets,
    move,
    tellAbsence,
    makeUp,
    acceptOffer,
    decline,
    leave: leaveWaitlist,
    useQuiz,
    putOff: () => $later.set($later.get() + 1),
  };
}
export type Today = ReturnType<typeof createToday>;

/** The codes that mean that the page was outdated. */
const staleCodes = new Set<ErrorCode>([
  ...(['booking_closed', 'booking_not_found', 'session_started', 'credit_not_returned'] as const),
  ...(['camp_cancelled', 'child_checked_in'] as const),
  ...(['make_up_claimed', 'make_ups_used_up', 'waitlist_offer_over', 'waitlist_entry_not_found'] as const),
]);
