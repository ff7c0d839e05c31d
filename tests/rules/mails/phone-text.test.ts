/** What a phone message says when a class or camp has changed (decisions "WhatsApp and text messages"). */
import { expect, test } from 'vitest';
import { phoneText } from '#server/phone/text.ts';
import { mailPayload } from '#support/mail-payload.ts';

const [line] = mailPayload().lines;
const session = line?.session;
if (!session) throw new Error('the payload has a session');
const camp = {
  camp_id: 'c',
  name: 'Spark Camp',
  tier: 'spark',
  start_date: '2026-11-30',
  end_date: '2026-12-02',
  session_time_start: '09:00:00',
  session_time_end: '15:30:00',
  starts_at: '2026-11-30T01:00:00Z',
  ends_at: '2026-11-30T07:30:00Z',
  location_name: 'Bishan',
  location_address: null,
  extended_day: { start: '08:30', end: '17:00' },
} as const;
const reason = 'The hall is being repaired. '.repeat(20);

test.each([
  ['a camp', { camp }, '9.00 am to 3.30 pm, with drop-off from 8.30 am and pick-up by 5.00 pm'],
  [
    'a class',
    { session: { ...session, session_time: '10:30:00', ends_at: '2026-11-28T03:30:00Z' } },
    '10.30 am to 11.30 am',
  ],
])('%s: its new base and day, its hours, and the reason, in a few lines', (_what, place, hours) => {
  const { about, words } = phoneText({
    occasion: 'changed',
    reason,
    places: [{ ...place, children: ['Kai'] }],
  });
  expect(about).toMatch(/^Kai, /);
  expect(words).toContain(`You read the new base and day above. Hours: ${hours}.`);
  expect(words).toContain('(The hall is being repaired.');
  // WhatsApp refuses longer texts.
  expect(words.length).toBeLessThanOrEqual(400);
});
