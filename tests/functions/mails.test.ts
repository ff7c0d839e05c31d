import { describe, expect, test } from 'vitest';
import { renderMail } from '#server/mails/render.ts';
import { mailPayload } from '#studio/mail-samples/mail-payload.ts';

const site = 'https://otter.test';
const render = (template: string, more: object = {}) => renderMail(template, mailPayload(more), site);

describe('the confirmation', () => {
  test('says what, when and where is booked, and what was paid', async () => {
    const { subject, html, text } = await render('booking_confirmed');
    expect(subject).toBe('You’re in: Kai, Red Otter A, Somerset, Sat 28 Nov, 10.30 am');
    for (const words of [
      'Hi Mei',
      'Sat 28 Nov 2026',
      '10.30 am to 11.30 am',
      'Red Otter A with Coach Ray',
      'Somerset, 1 Somerset Road',
      'Order OT-4K7M',
      'Paid Sat 21 Nov 2026, 10.36 am',
      'Term Pass',
      'S$697',
      'Cancel until the day before.',
    ]) {
      expect(text).toContain(words);
      expect(html.replaceAll('<!-- -->', '')).toContain(words);
    }
    expect(html).toContain(`href="${site}/payment-success?order=0b7ff0a4-0000-4000-8000-000000000001"`);
  });

  test('has a receipt that can be read without HTML', async () => {
    const { text } = await render('booking_confirmed');
    expect(text).toMatch(/Term Pass, Kai +S\$697\nTotal paid +S\$697/);
  });

  test('counts the spots, and lists what the price consists of', async () => {
    const [line] = mailPayload().lines;
    const sibling = { ...line, price_cents: 69_700, rebate_cents: 5000, total_cents: 64_700 };
    const { text } = await render('booking_confirmed', { lines: [line, sibling] });
    expect(text).toContain('your 2 spots are booked and paid');
    expect(text).toContain('S$697, sibling rebate −S$50');
  });

  test('mentions no place and no calendar for a pass alone', async () => {
    const [line] = mailPayload().lines;
    const { subject, text, attachments } = await render('booking_confirmed', {
      lines: [{ ...line, session: null }],
    });
    expect(subject).toBe('It’s yours: Kai, Term Pass');
    expect(text).toContain('your pass is paid and ready');
    expect(text).toContain('See your pass');
    expect(text).not.toMatch(/spot|calendar|YOU’RE IN/);
    expect(attachments).toEqual([]);
  });

  test('shows GST only with a registration number', async () => {
    expect((await render('booking_confirmed')).text).not.toContain('GST');
    const gst = { rate_percent: 9, number: '200412345K', cents: 5755 };
    expect((await render('booking_confirmed', { gst })).text).toContain(
      'Includes 9% GST of S$57.55. GST registration 200412345K.',
    );
  });

  test('has the child’s given name, but not in the calendar file, which other apps read', async () => {
    const { text, attachments } = await render('booking_confirmed');
    expect(text).toContain('Kai');
    expect(JSON.stringify(attachments)).not.toContain('Kai');
  });

  test('escapes what parents typed', async () => {
    const { html } = await render('booking_confirmed', { parent_name: '<script>alert(1)</script>' });
    expect(html).not.toContain('<script');
  });

  test('greets a parent without a name', async () => {
    expect((await render('booking_confirmed', { parent_name: null })).text).toContain('Hello,');
  });

  test('is exactly the same each time', async () => {
    expect(await render('booking_confirmed')).toEqual(await render('booking_confirmed'));
  });
});

describe('the calendar file', () => {
  const calendar = async (more: object = {}) => {
    const { attachments } = await render('booking_confirmed', more);
    return attachments[0]?.content.replaceAll('\r\n ', '') ?? '';
  };

  test('has the right time, a constant id, a location and two reminders', async () => {
    const lines = (await calendar()).split('\r\n');
    for (const line of [
      'DTSTART:20261128T023000Z',
      'DTEND:20261128T033000Z',
      'DTSTAMP:20261121T023600Z',
      'UID:OT-4K7M-5e551000-0000-4000-8000-000000000001@otter.test',
      'SUMMARY:Red Otter A\\, Otter Trails',
      'LOCATION:Somerset\\, 1 Somerset Road',
      'TRIGGER:-P1D',
      'TRIGGER:-PT2H',
    ]) {
      expect(lines).toContain(line);
    }
  });

  test('does not contain the order’s secret', async () => {
    expect(await calendar()).not.toContain('0b7ff0a4');
  });

  test('has one appointment for two children in one session', async () => {
    const [line] = mailPayload().lines;
    expect((await calendar({ lines: [line, line] })).match(/BEGIN:VEVENT/g)).toHaveLength(1);
  });

  test('is attached under the order’s number', async () => {
    const { attachments } = await render('booking_confirmed');
    expect(attachments).toMatchObject([
      { filename: 'OT-4K7M.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH' },
    ]);
  });
});

test('the mail about a late payment with a free spot says so, and has the calendar file', async () => {
  const { subject, text, attachments } = await render('paid_late_reseated');
  expect(subject).toBe('You’re in after all: Kai, Red Otter A, Somerset, Sat 28 Nov, 10.30 am');
  expect(text).toContain('after your reservation had ended');
  expect(attachments).toHaveLength(1);
});

test('the mail about a late payment without a spot says that the money is safe, and asks for a choice', async () => {
  const { subject, text, attachments } = await render('paid_late_choice');
  expect(subject).toBe('Your money is safe, but the spot is taken: please choose (OT-4K7M)');
  expect(text).toContain('S$697');
  expect(text).toMatch(/refund/i);
  expect(attachments).toEqual([]);
});

test.each(['nothing', 'constructor', '__proto__'])('a template named %s is refused', async (template) => {
  await expect(render(template)).rejects.toThrow(`no such template: ${template}`);
});
