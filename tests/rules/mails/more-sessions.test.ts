import { moreSessionsMessage } from '#contract/more-sessions.ts';
import { expect, test } from 'vitest';
import { renderMail } from '#server/mails/render.ts';
import { mailPayload } from '#studio/mail-samples/mail-payload.ts';

const site = 'https://otter.test';
const [line] = mailPayload().lines;
if (!line) throw new Error('no example');

test.each([
  ['one booked', [line], 'Book the other 17 sessions one by one, whenever you know the day'],
  ['none booked', [{ ...line, session: null }], 'Book all 18 sessions one by one, whenever you know the day'],
  ['of two', [{ ...line, sessions: 2 }], 'Book the other session, whenever you know the day'],
  ['siblings', [line, line], 'Book the other sessions of your passes one by one, whenever you know the day'],
  ['a single session', [{ ...line, sessions: 1 }], null],
  ['a camp', [{ ...line, sessions: null, session: null }], null],
  ['cancelled', [{ ...line, status: 'cancelled' as const }], null],
])('the sentence about the sessions left to book is: %s', (_, lines, words) =>
  expect(moreSessionsMessage(lines)).toBe(words),
);

test('the confirmation of a pass has this sentence with a link, and that of a try-out does not', async () => {
  const { html, text } = await renderMail('booking_confirmed', mailPayload({ manage_token: 'abc123' }), site);
  expect(text).toContain('Book the other 17 sessions one by one, whenever you know the day');
  expect(html).toMatch(/access=abc123"[^>]*>\s*Book a session/);
  const single = mailPayload({ manage_token: 'abc123', lines: [{ ...line, sessions: 1 }] });
  expect((await renderMail('booking_confirmed', single, site)).text).not.toContain('Book a session');
  expect((await renderMail('booking_confirmed', mailPayload(), site)).text).not.toContain('Book a session');
});

const expiring = { parent_name: 'Mei Tan', title: 'Term', valid_until: '2026-12-05', credits: 3 };
test.each([
  [{ ...expiring, manage_token: 'abc123' }, 'Book them with the button below'],
  [expiring, 'Reply to this e-mail with the days that suit you'],
])(
  'the mail about an ending pass links to the booking, if there is a page for it',
  async (payload, words) => {
    const { text } = await renderMail('pass_expiring', payload, site);
    expect(text.replace(/\s+/g, ' ')).toContain(words);
  },
);
