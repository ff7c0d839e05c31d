import { brand } from '#config/brand.ts';
import BookingFlow from '#features/booking/BookingFlow.tsx';
import type { FakeApi } from '#support/unit/browser.ts';
import { pass, row, teams } from '#support/unit/examples.ts';

const words = [
  { title: 'Choose a team', text: 'In groups.' },
  { title: 'Choose a session', text: 'One hour.' },
  { title: 'Choose a pass', text: 'Held for 30 minutes.' },
];
export const flow = (
  <BookingFlow teams={teams} passes={[pass()]} words={words} footnotes={[]} whatsapp="https://wa.me/1" />
);
/** Matches the name of a team's card. */
export const red = new RegExp(`^Red ${brand.product}`);

/** Makes the server return these sessions. */
export const serve = (api: FakeApi, ...rows: ReturnType<typeof row>[]) =>
  api
    .on('record_analytics', { body: { recorded: 1, dropped: 0 } })
    .on('ensure_next_weekend_funstart_sessions', { body: 0 })
    .on('get_session_availability_with_enrollments', { body: rows });
