import { BookableSessions, BookedSessions, type BookSessions } from '#contract/family-booking.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

export const findSessions = () =>
  asMember((token) => callRpc('list_bookable_sessions', { p_booking_id: null }, BookableSessions, token));

/** Books all of the sessions or none. A refusal names the row that caused it. */
export const bookSessions = (bookings: BookSessions) =>
  asMember((token) => callRpc('book_sessions', { p_bookings: bookings }, BookedSessions, token));
