import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resend, type CreateEmailOptions } from 'resend';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startMail } from '#local/mail/start.ts';

let dir: string;
let mail: Awaited<ReturnType<typeof startMail>>;
let resend: Resend;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mail-'));
  mail = await startMail({ port: 0, dir, apiKey: 're_key', cap: 5 });
  resend = new Resend('re_key', { baseUrl: mail.url });
});

afterEach(async () => {
  await mail.stop();
  await rm(dir, { recursive: true });
});

const letter = {
  from: 'Otter Trails <hello@otter.example>',
  to: 'Parent@Example.com',
  subject: 'Booking Confirmed!',
  text: 'See you on Saturday.',
} satisfies CreateEmailOptions;

const page = async (path: string) => (await fetch(mail.url + path)).text();

async function send(change: Partial<CreateEmailOptions> = {}, options = {}) {
  const { data, error } = await resend.emails.send({ ...letter, ...change } as CreateEmailOptions, options);
  if (error) throw new Error(`${error.statusCode} ${error.name}: ${error.message}`);
  return data.id;
}

describe('the inbox', () => {
  test('lists mails and finds them by recipient', async () => {
    const id = await send({ subject: 'For <you>', attachments: [{ filename: 'a.ics', content: 'QQ==' }] });
    await send({ to: 'other@example.com', subject: 'For others' });
    const inbox = await page('/');
    expect(inbox.indexOf('For others')).toBeLessThan(inbox.indexOf('For &lt;you&gt;'));
    expect(inbox).toContain(`href="/inbox/${id}"`);
    expect(inbox).toContain('1 attachment');
    expect(await page('/inbox')).toBe(inbox);

    const found = await page('/?to=parent%40');
    expect(found).toContain('For &lt;you&gt;');
    expect(found).not.toContain('For others');
    expect(await page('/?to=%22%3E%3Cscript%3E')).not.toContain('"><script>');
  });

  test('shows the parts of a mail', async () => {
    const id = await send({
      html: '<p>Hello</p>',
      headers: { 'X-Order': 'OT-4K7M' },
      tags: [{ name: 'kind', value: 'auth' }],
    });
    expect(await page(`/inbox/${id}`)).toMatch(
      /<iframe[^>]+sandbox="allow-popups allow-popups-to-escape-sandbox"/,
    );
    expect(await page(`/inbox/${id}?tab=text`)).toContain('>See you on Saturday.</pre');
    const headers = await page(`/inbox/${id}?tab=headers`);
    for (const words of ['X-Order', 'OT-4K7M', 'tag kind', 'auth']) expect(headers).toContain(words);
    expect(await page(`/inbox/${id}?tab=attachments`)).toContain('Nothing is attached.');
    expect((await fetch(`${mail.url}/inbox/none`)).status).toBe(404);
  });

  test('keeps the HTML of a mail in a sandbox', async () => {
    const attachments = [{ filename: 'logo.png', content: 'QQ==', contentId: 'logo' }];
    const id = await send({ html: '<img src="cid:logo"><script>alert(1)</script>', attachments });
    const answer = await fetch(`${mail.url}/inbox/${id}/html`);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'.*sandbox allow-popups/,
    );
    expect(await answer.text()).toContain(`<img src="/inbox/${id}/attachments/0">`);
  });

  test('serves attachments with their type', async () => {
    const content = Buffer.from('BEGIN:VCALENDAR');
    const id = await send({
      attachments: [{ filename: 'Saturday’s class.ics', content, contentType: 'text/calendar' }],
    });
    const answer = await fetch(`${mail.url}/inbox/${id}/attachments/0`);
    expect(answer.headers.get('content-type')).toBe('text/calendar');
    expect(answer.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Saturday%E2%80%99s%20class.ics",
    );
    expect(await answer.text()).toBe('BEGIN:VCALENDAR');
    expect((await fetch(`${mail.url}/inbox/${id}/attachments/1`)).status).toBe(404);
  });

  test('has another version after each mail', async () => {
    const before = await page('/inbox/version');
    await send();
    const after = await page('/inbox/version');
    expect(after).not.toBe(before);
    await fetch(`${mail.url}/_test/emails`, { method: 'DELETE' });
    expect(await page('/inbox/version')).not.toBe(after);
    expect(await page('/')).toContain('No mail yet.');
  });
});
