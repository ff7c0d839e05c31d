import { describe, expect, it } from 'vitest';
import { renderMail } from '#server/mails/render.ts';
import { mailPayload } from '#studio/mail-samples/mail-payload.ts';

const site = 'https://otter.test';
const [line] = mailPayload().lines;
const camp = {
  camp_id: 'ca300000-0000-4000-8000-000000000001',
  name: 'Spark Camp',
  tier: 'spark',
  start_date: '2026-12-14',
  end_date: '2026-12-16',
  starts_at: '2026-12-14T01:00:00.000Z',
  ends_at: '2026-12-16T07:00:00.000Z',
  session_time_start: '09:00:00',
  session_time_end: '15:00:00',
  location_name: 'East Coast',
  location_address: 'East Coast Park',
};

const link = { manage_token: 'abc123' };
const mails: Record<string, { payload: object; subject: string; words: string[] }> = {
  renewal_paid: {
    payload: mailPayload({
      lines: [{ ...line, title: 'Flexi', sessions: 4, validity_days: 28, session: null }],
      ...link,
    }),
    subject: 'Renewed: Kai, Flexi (OT-4K7M)',
    words: [
      'Hi Mei Tan',
      'Kai’s pass has renewed',
      'Flexi: 4 sessions, valid for 28 days',
      'Order OT-4K7M',
      'S$697',
    ],
  },
  payment_problem: {
    payload: {
      parent_name: 'Mei Tan',
      child_name: 'Kai',
      title: 'Flexi',
      price_cents: 16_700,
      next_attempt_at: '2026-12-01T02:00:00.000Z',
      ...link,
    },
    subject: 'We could not renew Kai’s Flexi',
    words: ['Hi Mei Tan', 'S$167', 'Nothing was taken', 'We will try again on Tue 1 Dec 2026, 10.00 am'],
  },
  pass_expiring: {
    payload: {
      parent_name: 'Mei Tan',
      child_name: 'Kai',
      title: 'Term',
      valid_until: '2026-12-05',
      credits: 3,
      ...link,
    },
    subject: '3 sessions left on Kai’s Term, until Sat 5 Dec',
    words: ['Hi Mei Tan', 'valid until Sat 5 Dec 2026', '3 sessions are not booked yet'],
  },
  session_reminder: {
    payload: {
      parent_name: 'Mei Tan',
      children: ['Kai', 'Lia'],
      session: line?.session,
      camp: null,
      ...link,
    },
    subject: 'See you tomorrow: Kai and Lia, Red Otter A, Somerset, 10.30 am',
    words: ['we meet tomorrow', 'Sat 28 Nov 2026', '10.30 am to 11.30 am', 'Somerset', 'BEFORE YOU COME'],
  },
};

describe.each(Object.entries(mails))('%s', (template, { payload, subject, words }) => {
  it('says what it is about, also as text, and links to the booking', async () => {
    const mail = await renderMail(template, payload, site);
    expect(mail.subject).toBe(subject);
    const text = mail.text.replace(/\s+/g, ' ');
    for (const word of words) expect(text).toContain(word);
    expect(mail.html).toContain(`href="${site}/manage-booking?access=abc123"`);
    expect(mail.attachments).toEqual([]);
  });

  it('is the same each time, names the child, and contains no secret', async () => {
    const [first, again] = [
      await renderMail(template, payload, site),
      await renderMail(template, payload, site),
    ];
    expect(again).toEqual(first);
    expect(first.html).toContain('Kai');
    expect(first.html).not.toContain('0b7ff0a4');
  });

  it('has no link if there is none', async () => {
    const { html } = await renderMail(template, { ...payload, manage_token: undefined }, site);
    expect(html).not.toContain('href="https');
  });

  it('is refused without its required fields', async () => {
    await expect(renderMail(template, { parent_name: 'Mei' }, site)).rejects.toThrow();
  });
});

it('the mail about one session uses the singular', async () => {
  const payload = { parent_name: null, title: 'Term', valid_until: '2026-12-05', credits: 1 };
  const { subject, text } = await renderMail('pass_expiring', payload, site);
  expect(subject).toBe('1 session left on your Term, until Sat 5 Dec');
  expect(text.replace(/\s+/g, ' ')).toContain('1 session is not booked yet');
});

it('a mail about a renewal that is not retried says so', async () => {
  const payload = { parent_name: 'Mei', title: 'Flexi', price_cents: 16_700, next_attempt_at: null };
  const { html, text } = await renderMail('payment_problem', { ...payload, ...link }, site);
  expect(text).toContain('That was the last attempt');
  // There is no renewal left to manage.
  expect(html).toContain(`href="${site}/passes"`);
  expect(html).not.toContain('manage-booking');
});

it('a reminder of a camp names all its days', async () => {
  const { subject, text } = await renderMail(
    'session_reminder',
    { parent_name: 'Mei', session: null, camp },
    site,
  );
  expect(subject).toEqual(expect.stringContaining('See you tomorrow: Spark Camp, East Coast, 14–16 Dec'));
  expect(text).toContain('camp begins tomorrow');
  expect(text).toContain('East Coast');
});

it('a reminder without a class or camp is refused', () =>
  expect(
    renderMail('session_reminder', { parent_name: 'Mei', session: null, camp: null }, site),
  ).rejects.toThrow('nothing'));
