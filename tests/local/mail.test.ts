import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resend, type CreateEmailOptions } from 'resend';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startMail } from '#local/mail/start.ts';
import type { MailWithContent } from '#local/mail/test-routes.ts';

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

async function listMails(to = ''): Promise<MailWithContent[]> {
  const answer = await fetch(`${mail.url}/_test/emails?to=${encodeURIComponent(to)}`);
  return ((await answer.json()) as { data: MailWithContent[] }).data;
}

async function send(change: Partial<CreateEmailOptions> = {}, options = {}) {
  const { data, error } = await resend.emails.send({ ...letter, ...change } as CreateEmailOptions, options);
  if (error) throw new Error(`${error.statusCode} ${error.name}: ${error.message}`);
  return data.id;
}

describe('sending', () => {
  test('stores everything that was sent', async () => {
    const calendar = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
    const id = await send({
      to: ['a@example.com', 'Bo <b@example.com>'],
      cc: 'c@example.com',
      bcc: ['d@example.com'],
      replyTo: 'reply@otter.example',
      html: '<p>See you <b>on Saturday</b>.</p>',
      headers: { 'X-Entity-Ref-ID': 'OT-4K7M' },
      tags: [{ name: 'template', value: 'booking_confirmed' }],
      attachments: [
        {
          filename: 'session.ics',
          content: Buffer.from(calendar),
          contentType: 'text/calendar; method=PUBLISH',
        },
        { filename: 'receipt.pdf', content: Buffer.from([0, 255, 10]).toString('base64') },
      ],
    });
    expect(await listMails()).toEqual([
      {
        id,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
        from: letter.from,
        to: ['a@example.com', 'Bo <b@example.com>'],
        cc: ['c@example.com'],
        bcc: ['d@example.com'],
        reply_to: ['reply@otter.example'],
        subject: letter.subject,
        html: '<p>See you <b>on Saturday</b>.</p>',
        text: letter.text,
        headers: { 'X-Entity-Ref-ID': 'OT-4K7M' },
        tags: [{ name: 'template', value: 'booking_confirmed' }],
        attachments: [
          {
            filename: 'session.ics',
            content_type: 'text/calendar; method=PUBLISH',
            content_id: null,
            size: 32,
            content: Buffer.from(calendar).toString('base64'),
          },
          {
            filename: 'receipt.pdf',
            content_type: 'application/pdf',
            content_id: null,
            size: 3,
            content: 'AP8K',
          },
        ],
      },
    ]);
  });

  test('returns what it accepted', async () => {
    const id = await send();
    expect((await resend.emails.get(id)).data).toMatchObject({
      object: 'email',
      id,
      to: ['Parent@Example.com'],
      subject: letter.subject,
      html: null,
      last_event: 'delivered',
    });
    expect((await resend.emails.get('none')).error).toMatchObject({ statusCode: 404, name: 'not_found' });
  });

  test('lists, newest first, in pages', async () => {
    const ids = [await send(), await send(), await send()];
    const first = await resend.emails.list({ limit: 2 });
    expect(first.data?.data.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(first.data?.has_more).toBe(true);
    const nextPage = await resend.emails.list({ limit: 2, after: ids[1] ?? '' });
    expect(nextPage.data?.data.map(({ id }) => id)).toEqual([ids[0]]);
    expect(nextPage.data?.has_more).toBe(false);
  });

  test('sends a batch completely or not at all', async () => {
    const sent = await resend.batch.send([letter, { ...letter, to: 'other@example.com' }]);
    expect(sent.data?.data).toHaveLength(2);
    expect((await listMails()).map(({ to }) => to[0])).toEqual(['other@example.com', 'Parent@Example.com']);
    const refused = await resend.batch.send([letter, { ...letter, to: 'nobody' }]);
    expect(refused.error).toMatchObject({ statusCode: 422 });
    expect(await listMails()).toHaveLength(2);
  });

  test('finds mails by part of a recipient, in any case', async () => {
    const id = await send({ to: 'x@example.com', bcc: 'Some.Body@Example.com' });
    await send();
    expect((await listMails('some.body@')).map((found) => found.id)).toEqual([id]);
    expect(await listMails('%')).toEqual([]);
  });

  test('keeps only the newest mails', async () => {
    for (const subject of ['1', '2', '3', '4', '5', '6', '7']) await send({ subject });
    expect((await listMails()).map(({ subject }) => subject)).toEqual(['7', '6', '5', '4', '3']);
  });
});

describe('an idempotency key', () => {
  test('sends one mail for repeated requests', async () => {
    const key = { idempotencyKey: 'outbox:1' };
    const ids = await Promise.all([send({}, key), send({}, key), send({}, key)]);
    expect(new Set(ids).size).toBe(1);
    expect(await listMails()).toHaveLength(1);
  });

  test('sends one batch for repeated requests', async () => {
    const key = { idempotencyKey: 'outbox:batch' };
    const [first, second] = [
      await resend.batch.send([letter, letter], key),
      await resend.batch.send([letter, letter], key),
    ];
    expect(second.data?.data).toEqual(first.data?.data);
    expect(await listMails()).toHaveLength(2);
  });

  test('refuses another body', async () => {
    const key = { idempotencyKey: 'outbox:1' };
    await send({}, key);
    const { error } = await resend.emails.send({ ...letter, subject: 'Other' }, key);
    expect(error).toMatchObject({ statusCode: 409, name: 'invalid_idempotent_request' });
    expect(await listMails()).toHaveLength(1);
  });

  test('may be used again after a refusal', async () => {
    const key = { idempotencyKey: 'outbox:1' };
    expect((await resend.emails.send({ ...letter, to: 'nobody' }, key)).error).toMatchObject({
      statusCode: 422,
    });
    await send({}, key);
    expect(await listMails()).toHaveLength(1);
  });

  test('has at most 256 characters', async () => {
    const { error } = await resend.emails.send(letter, { idempotencyKey: 'k'.repeat(257) });
    expect(error).toMatchObject({ statusCode: 400, name: 'invalid_idempotency_key' });
  });
});

describe('a request with', () => {
  test.each<[string, object, string, string]>([
    ['no recipient', { to: undefined }, 'missing_required_field', 'Missing `to` field.'],
    ['no subject', { subject: undefined }, 'missing_required_field', 'Missing `subject` field.'],
    ['no content', { text: undefined }, 'validation_error', 'Missing `html` or `text` field.'],
    ['an invalid sender', { from: 'Otter Trails' }, 'invalid_from_address', '`from`'],
    ['an invalid recipient', { to: ['a@example.com', 'b'] }, 'validation_error', '`to`'],
    ['51 recipients', { to: Array<string>(51).fill('a@example.com') }, 'validation_error', '`to`'],
    ['a tag with a space', { tags: [{ name: 'a b', value: 'c' }] }, 'validation_error', 'Tags'],
    [
      'an attachment that is not base64',
      { attachments: [{ filename: 'a', content: '*' }] },
      'invalid_attachment',
      '',
    ],
    ['an attachment without content', { attachments: [{ filename: 'a' }] }, 'invalid_attachment', ''],
    [
      'a field that the double does not support',
      { scheduledAt: 'in 1 hour' },
      'validation_error',
      '`scheduled_at`',
    ],
  ])('%s is refused', async (_, change, name, message) => {
    const { error } = await resend.emails.send({ ...letter, ...change });
    expect(error).toMatchObject({ statusCode: 422, name });
    expect(error?.message).toContain(message);
    expect(await listMails()).toEqual([]);
  });

  test('a missing key, a wrong key, or an unknown route is refused', async () => {
    const post = async (path: string, headers: Record<string, string>) => {
      const answer = await fetch(mail.url + path, { method: 'POST', body: JSON.stringify(letter), headers });
      expect(((await answer.json()) as { statusCode: number }).statusCode).toBe(answer.status);
      return answer.status;
    };
    expect(await post('/emails', {})).toBe(401);
    expect(await post('/emails', { authorization: 'Bearer re_other' })).toBe(403);
    expect(await post('/domains', { authorization: 'Bearer re_key' })).toBe(404);
    expect(await listMails()).toEqual([]);
  });
});

test('a killed process loses no accepted mail and no key', async () => {
  const home = await mkdtemp(join(tmpdir(), 'mail-part-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const start = async () => {
    const child = fork(join(import.meta.dirname, '../../local/mail/main.ts'), {
      env: { PATH: process.env['PATH'], MAIL_PORT: '0', LOCAL_DIR: home, RESEND_API_KEY: 're_key' },
      execArgv: [],
    });
    const kill = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    onTestFinished(kill);
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    return { client: new Resend('re_key', { baseUrl: url }), kill };
  };
  const accepted = new Set<string>();
  const first = await start();
  const writers = Array.from({ length: 3 }, async (_, writer) => {
    for (let number = 0; ; number += 1) {
      const key = { idempotencyKey: `${writer}:${number}` };
      const { data } = await first.client.emails.send({ ...letter, subject: `${writer}:${number}` }, key);
      if (!data) return;
      accepted.add(data.id);
      if (accepted.size === 40) void first.kill();
    }
  });
  await Promise.all(writers);

  const second = await start();
  const repeated = await second.client.emails.send({ ...letter, subject: '0:0' }, { idempotencyKey: '0:0' });
  expect(accepted.has(repeated.data?.id ?? '')).toBe(true);
  const { data } = await second.client.emails.list({ limit: 100 });
  const remainingIds = new Set(data?.data.map(({ id }) => id));
  expect([...accepted].filter((id) => !remainingIds.has(id))).toEqual([]);
});
