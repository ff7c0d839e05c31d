import type { ManagedPass, PassSession } from '#contract/after-sale.ts';
import { formatClock, formatDate, formatTime } from '#domain/dates.ts';
import type { ManagedLine } from '../model.ts';
import { passNotes } from './notes.ts';

export type PassBooking = ManagedPass['bookings'][number];

/**
 * Returns the pass of a line whose sessions are booked one by one. For a single session it returns null, because the
 * session is the line itself.
 */
export function passOf({ status, pass, sessions, session }: ManagedLine): ManagedPass | null {
  if (status !== 'placed' || pass === null) return null;
  return (sessions ?? 0) > 1 || pass.credits > 0 || session === null ? pass : null;
}

export const canBook = (pass: ManagedPass) => pass.credits > 0 && !pass.is_over;

export const isFree = ({ spots_left }: PassSession) => spots_left > 0;

/**
 * Returns whether a parent can cancel a session. It must be in the future, or one that we cancelled whose credit has
 * not come back.
 */
export const canCancel = ({ status }: PassBooking) => status === 'ahead' || status === 'cancelled_by_us';

export function isOpen(line: ManagedLine): boolean {
  const pass = passOf(line);
  return pass !== null && (canBook(pass) || pass.bookings.some(canCancel));
}

export const whenOf = ({ session_date, session_time }: PassSession['session']) =>
  `${formatDate(session_date)}, ${formatTime(session_time)}`;

export const hoursOf = ({ session_time, ends_at }: PassSession['session']) =>
  `${formatTime(session_time)} to ${formatClock(ends_at)}`;

/** Returns for example `16 of 18 sessions left, valid until Wed 31 Mar 2027`. */
export function leftOf({ credits, sessions_total, valid_until }: ManagedPass): string {
  const creditsLeft = passNotes.left(credits, sessions_total);
  return valid_until === null ? creditsLeft : `${creditsLeft}, ${passNotes.until(formatDate(valid_until))}`;
}

/**
 * Groups the sessions of the child's own team by day. If the parent asks for all teams or the team has no sessions, it
 * takes the sessions of all teams.
 */
export function groupByDay(sessions: readonly PassSession[], showsAll: boolean) {
  const ownSessions = sessions.filter(({ is_own_team }) => is_own_team);
  const shownSessions = showsAll || ownSessions.length === 0 ? sessions : ownSessions;
  const days = new Map<string, PassSession[]>();
  for (const shownSession of shownSessions)
    days.set(shownSession.session.session_date, [
      ...(days.get(shownSession.session.session_date) ?? []),
      shownSession,
    ]);
  return { days: [...days.entries()], more: shownSessions.length < sessions.length };
}
