/** A phone message says that a class or camp has changed (decisions "WhatsApp and text messages"). */
import { expect, test } from 'vitest';
import { withWording } from '#server/mails/say.ts';
import { phoneText, smsText } from '#server/phone/text.ts';
import { mailPayload } from '#studio/mail-samples/mail-payload.ts';

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
])(
  'the message about %s has its new base and day, its hours, and the reason, in a few lines',
  (_what, place, hours) => {
    const { about, words } = phoneText({
      occasion: 'changed',
      reason,
      places: [{ ...place, children: ['Kai'] }],
    });
    expect(about).toMatch(/^Kai, /);
    expect(words).toContain(`The new base and day are above. Hours: ${hours}.`);
    expect(words).toContain('(The hall is being repaired.');
    // WhatsApp refuses longer texts.
    expect(words.length).toBeLessThanOrEqual(400);
  },
);

test('the message uses the sentence that Studio has changed, within the length of WhatsApp', () => {
  const wording = {
    'We are sorry, we had to cancel this{}. Our e-mail says what happens next.': `Sorry! No class today{0}. ${'Read our e-mail. '.repeat(40)}`,
    'Hello {}, this is {} about {}: {} Questions? Reply to our e-mail.': '{1} to {0}, about {2}: {3}',
  };
  const text = withWording(wording, 'en', () =>
    phoneText({ occasion: 'cancelled', reason: 'Rain', places: [{ session, children: ['Kai'] }] }),
  );
  expect(text.words).toMatch(/^Sorry! No class today \(Rain\)\. Read our e-mail\./);
  expect(text.name.length + text.about.length + text.words.length).toBeLessThan(900);
  expect(withWording(wording, 'en', () => smsText({ ...text, name: 'Mei', words: 'No class.' }))).toMatch(
    / to Mei, about Kai, .*: No class\.$/,
  );
});
