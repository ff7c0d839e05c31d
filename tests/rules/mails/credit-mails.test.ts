import { describe, expect, it } from 'vitest';
import { renderMail } from '#server/mails/render.ts';
import { everyMail } from '#support/every-mail.ts';

const site = 'https://otter.test';
const payloadOf = (template: string, nth: number): Record<string, object[]> => ({
  ...everyMail[template]?.[nth],
});
async function render(template: string, nth: number, more: object = {}) {
  const mail = await renderMail(template, { ...payloadOf(template, nth), ...more }, site);
  return { ...mail, text: mail.text.replace(/\s+/g, ' '), file: mail.attachments[0]?.content ?? '' };
}
/** The names of the calendar entries, which consist of order and class. */
const [kais, lias] = [
  'OT-4K7M-5e551000-0000-4000-8000-000000000001',
  'OT-5L8N-5e551000-0000-4000-8000-000000000009',
];

describe('the mail about a class booked with a credit', () => {
  it('says who comes, where and when, until when it can be cancelled and what is left, with a calendar file', async () => {
    const { subject, text, html, file } = await render('class_booked', 0);
    expect(subject).toBe('Booked: Kai, Red Otter A, Somerset, Sat 28 Nov, 10.30 am');
    for (const words of [
      'Hi Mei Tan, this class is booked.',
      'Kai Sat 28 Nov 2026 10.30 am to 11.30 am',
      'You can cancel it until Fri 27 Nov 2026, 10.30 am and keep the credit.',
      'Kai’s Term has 3 sessions left to book, until Thu 31 Dec 2026.',
      'Open the attached file to add this date to your calendar',
    ])
      expect(text).toContain(words);
    expect(html).toContain(`href="${site}/manage-booking?access=abc123"`);
    expect(file).toContain(`UID:${kais}@otter.test`);
    // The sequence is higher than that of an earlier cancellation of the same class.
    expect(file).toContain('SEQUENCE:28261860');
  });

  it('covers several classes with a button per order, and says if staff booked them', async () => {
    const { subject, text, html, file } = await render('class_booked', 1);
    expect(subject).toBe('Booked: Kai, Red Otter C, Somerset, Tue 24 Nov, 10.30 am and 2 more');
    for (const words of [
      'we have booked these classes for you:',
      'It starts soon, so you lose the credit if you cancel it.',
      'Lia’s Flexi has no sessions left.',
      'See the bookings for Kai (OT-4K7M)',
      'See the bookings for Lia (OT-5L8N)',
    ])
      expect(text).toContain(words);
    for (const token of ['abc123', 'def456']) expect(html).toContain(`manage-booking?access=${token}`);
    for (const id of [kais, lias]) expect(file).toContain(`UID:${id}@otter.test`);
  });

  it('removes the old date of a move from the calendar, unless a sibling still comes', async () => {
    const { subject, text, file } = await render('class_booked', 2);
    expect(subject).toBe('Moved: Kai, Red Otter A, Somerset, Sat 28 Nov, 10.30 am');
    expect(text).toContain('Kai is no longer booked on White Otter B, Somerset, Sun 29 Nov, 10.30 am.');
    expect(file.match(/STATUS:CANCELLED/g)).toHaveLength(1);
    const leftPlace = payloadOf('class_booked', 2)['left_places']?.[0];
    const sharedPlace = { left_places: [{ ...leftPlace, stays: ['Lia'], keeps_appointment: true }] };
    const shared = await render('class_booked', 2, sharedPlace);
    expect(shared.text).toContain('Lia stays on it.');
    expect(shared.file).not.toContain('CANCELLED');
  });

  it('has no file and no link for a pass without an order', async () => {
    const kai = payloadOf('class_booked', 0)['classes']?.[0];
    const { html, attachments } = await render('class_booked', 0, {
      classes: [{ ...kai, order_number: null }],
    });
    expect(attachments).toEqual([]);
    expect(html).not.toContain('href="https');
  });
});

describe('the mail about a class cancelled by the family', () => {
  it('says that the credit is returned', async () => {
    const { subject, text, html, file } = await render('class_cancelled', 0);
    expect(subject).toBe('Cancelled: Kai, White Otter B, Somerset, Sun 29 Nov, 10.30 am');
    for (const words of [
      'this class is no longer booked:',
      'The credit is back on the pass. Kai’s Term has 3 sessions left to book, until Thu 31 Dec 2026.',
      'Open the attached file to remove it from your calendar.',
      'Book another class',
    ])
      expect(text).toContain(words);
    expect(html).toContain(`href="${site}/manage-booking?access=abc123"`);
    expect(file).toContain('STATUS:CANCELLED');
  });

  it('says that it was too late, or that staff cancelled, and mentions no credit without a pass', async () => {
    const lateMail = await render('class_cancelled', 1);
    expect(lateMail.text).toContain('we have cancelled this class for you:');
    expect(lateMail.text).toContain(
      'You do not get the credit back. You could have kept it until Sat 28 Nov 2026, 10.30 am.',
    );
    expect((await render('class_cancelled', 2)).text).not.toContain('credit');
  });
});

describe('the mail about a renewal', () => {
  it.each([
    [0, 'Renewal stopped: Kai’s Flexi', 'You can turn the renewal back on until Sat 2 Jan 2027, 8.00 am'],
    [2, 'Renewal back on: Kai’s Flexi', 'renews again on Sat 2 Jan 2027, 8.00 am, for S$167 by card.'],
    [4, 'Renewal ended: Kai’s Flexi', 'your card will not be charged. You keep the sessions that are left.'],
  ])('of case %i has the subject %s', async (nth, subject, words) => {
    const mail = await render('renewal_changed', nth);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(words);
    expect(mail.text).toContain('Kai’s Flexi has 3 sessions left to book, until Thu 31 Dec 2026.');
  });
});

describe('the mail about a paused or shared pass', () => {
  it.each([
    [0, 'Paused: Kai’s Term', 'Kai’s Term is paused: Tue 1 – Thu 10 Dec 2026.'],
    [1, 'Paused: Kai’s Term', 'we have paused Kai’s Term: Tue 1 – Thu 10 Dec 2026.'],
    [2, 'Pause ended: Kai’s Term', 'You can book with it again.'],
    [3, 'Sessions moved: Kai’s Term', '2 sessions of Kai’s Term are for Lia.'],
  ])('of case %i has the subject %s', async (nth, subject, words) => {
    const mail = await render('pass_changed', nth);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(words);
    expect(mail.text).toContain('Kai’s Term has 3 sessions left to book, until');
  });

  it('names each session that the pause cancelled, and removes it from calendars', async () => {
    const { subject, text, file } = await render('pass_changed', 4);
    expect(subject).toBe('Paused: Kai’s Term');
    for (const words of [
      'Kai’s Term is paused: Fri 27 Nov – Thu 10 Dec 2026.',
      'The session that was booked on these days is cancelled: Kai Sun 29 Nov 2026 10.30 am to 11.30 am White Otter B',
      'One credit is back on the pass.',
      'Open the attached file to remove it from your calendar.',
    ])
      expect(text).toContain(words);
    expect(file.match(/STATUS:CANCELLED/g)).toHaveLength(1);

    const [left] = payloadOf('pass_changed', 4)['left_places'] as { session: object }[];
    const other = {
      ...left?.session,
      session_id: '5e551000-0000-4000-8000-000000000011',
      class_type: 'Red A',
    };
    const two = await render('pass_changed', 4, {
      by_staff: true,
      left_places: [left, { ...left, session: other, credit_returned: false }],
    });
    for (const words of [
      'We have cancelled the sessions that were booked on these days:',
      'One credit is back on the pass.',
      'You do not get the credit back for Red A, Somerset, Sun 29 Nov, 10.30 am. You could have kept it until',
      'Open the attached file to remove them from your calendar.',
    ])
      expect(two.text).toContain(words);
    expect(two.file.match(/STATUS:CANCELLED/g)).toHaveLength(2);
  });

  it('has no calendar file if no session was booked', async () => {
    expect((await render('pass_changed', 0)).attachments).toEqual([]);
  });
});
