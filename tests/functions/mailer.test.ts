import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startMail } from '#local/mail/start.ts';
import type { MailWithContent } from '#local/mail/test-routes.ts';
import { createMailer, type Mail, secondsOf, TooManyMails } from '#server/mail.ts';
import { testEnv } from '#support/functions-env.ts';

let dir: string;
let post: Awaited<ReturnType<typeof startMail>>;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'mailer-'));
  post = await startMail({ port: 0, dir, apiKey: 're_test' });
});
beforeEach(() => fetch(`${post.url}/_test/emails`, { method: 'DELETE' }));
afterAll(async () => {
  await post.stop();
  await rm(dir, { recursive: true, force: true });
});

const mailer = (more: object = {}) => createMailer({ ...testEnv(), RESEND_BASE_URL: post.url, ...more });
let keys = 0;
const mail = (more: Partial<Mail> = {}): Mail => ({
  id: '6f1c1a52-0000-4000-8000-000000000001',
  key: `booking_confirmed:${++keys}`,
  to: 'mei@example.com',
  subject: 'You’re in',
  html: '<p>in</p>',
  text: 'in',
  attachments: [
    { filename: 'OT-4K7M.ics', content: 'BEGIN:VCALENDAR\r\nSUMMARY:Å', contentType: 'text/calendar' },
  ],
  ...more,
});
const inbox = async () =>
  ((await (await fetch(`${post.url}/_test/emails`)).json()) as { data: MailWithContent[] }).data;

test('sender, text and attachment arrive unchanged', async () => {
  await mailer().send(mail());
  const [received] = await inbox();
  expect(received).toMatchObject({
    from: 'Otter Trails <hello@otter.test>',
    to: ['mei@example.com'],
    text: 'in',
  });
  const content = Buffer.from(received?.attachments[0]?.content ?? '', 'base64').toString();
  expect(content).toBe('BEGIN:VCALENDAR\r\nSUMMARY:Å');
});

test('a mail sent again under its key is delivered once, even if its text changed in between', async () => {
  const message = mail();
  await mailer().send(message);
  await mailer().send(message);
  await mailer().send({ ...message, text: 'in, in other words' });
  expect(await inbox()).toHaveLength(1);
});

test('a refused mail fails with the reason, and does not count as sent', async () => {
  await expect(mailer({ RESEND_API_KEY: 're_wrong' }).send(mail())).rejects.toThrow('invalid_api_key');
  expect(await inbox()).toHaveLength(0);
});

test('a server that cannot be reached is an error at once', async () => {
  await expect(mailer({ RESEND_BASE_URL: 'http://127.0.0.1:1' }).send(mail())).rejects.toThrow(
    'application_error',
  );
});

test('a rate limit returns how long to wait, and the mail does not count as sent', async () => {
  const slow = await startMail({ port: 0, dir: path.join(dir, 'slow'), apiKey: 're_test', perSecond: 2 });
  try {
    const { send } = mailer({ RESEND_BASE_URL: slow.url });
    await send(mail());
    await send(mail());
    const refused = await send(mail()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TooManyMails);
    expect(refused).toMatchObject({
      seconds: 1,
      message: expect.stringContaining('rate_limit_exceeded') as string,
    });
    const { data } = (await (await fetch(`${slow.url}/_test/emails`)).json()) as { data: MailWithContent[] };
    expect(data).toHaveLength(2);
  } finally {
    await slow.stop();
  }
});

test.each([
  ['3', 3],
  ['0', 1],
  ['Sun, 22 Nov 2026 10:00:05 GMT', 5],
  ['Sun, 22 Nov 2026 09:00:00 GMT', 1],
  ['soon', null],
  ['', null],
  [null, null],
])('retry-after %j is %j seconds', (header, seconds) => {
  expect(secondsOf(header, Date.parse('2026-11-22T10:00:00Z'))).toBe(seconds);
});
