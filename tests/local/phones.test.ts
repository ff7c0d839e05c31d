/** The simulated WhatsApp and Twilio refuse what the services refuse, and show what was sent. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMail } from '#local/mail/start.ts';
import { phoneKeys, phoneSimulation } from '#support/phone-keys.ts';

let dir: string;
let mail: Awaited<ReturnType<typeof startMail>>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'phones-'));
  mail = await startMail({ port: 0, dir, cap: 3, phones: phoneSimulation() });
});
afterAll(async () => {
  await mail.stop();
  await rm(dir, { recursive: true });
});

const parameters = (...texts: string[]) => texts.map((text) => ({ type: 'text', text }));
const message = (change: object = {}, template: object = {}) => ({
  messaging_product: 'whatsapp',
  to: '+6591230001',
  type: 'template',
  template: {
    name: 'booking_notice',
    language: { code: 'en' },
    components: [{ type: 'body', parameters: parameters('Mei', 'Kai, Red Otter', 'It rains.') }],
    ...template,
  },
  ...change,
});
async function whatsapp(body: object, token = phoneKeys.WHATSAPP_ACCESS_TOKEN) {
  const response = await fetch(`${mail.url}/graph/v26.0/${phoneKeys.WHATSAPP_PHONE_NUMBER_ID}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}
const body = (...texts: string[]) => ({ components: [{ type: 'body', parameters: parameters(...texts) }] });

describe('WhatsApp refuses', () => {
  test.each<[string, object, number, number]>([
    ['a number without a plus', message({ to: '6591230001' }), 400, 131_009],
    ['a message without a number', message({ to: undefined }), 400, 131_008],
    ['a field that it does not know', message({ text: 'Hello' }), 400, 100],
    ['free text to somebody who did not write', { ...message(), type: 'text' }, 400, 100],
    ['an unknown template', message({}, { name: 'other' }), 404, 132_001],
    ['a language that is not approved', message({}, { language: { code: 'de' } }), 404, 132_001],
    ['too few parameters', message({}, body('Mei', 'Kai')), 400, 132_000],
    ['an empty parameter', message({}, body('Mei', 'Kai', '')), 400, 131_008],
    ['a line break', message({}, body('Mei', 'Kai', 'a\nb')), 400, 132_018],
    ['five spaces', message({}, body('Mei', 'Kai', 'a     b')), 400, 132_018],
    ['a text that is too long', message({}, body('Mei', 'Kai', 'a'.repeat(1000))), 400, 132_005],
  ])('%s', async (_what, sent, status, code) =>
    expect(await whatsapp(sent)).toMatchObject({ status, body: { error: { code } } }),
  );
  test('a wrong token', async () =>
    expect(await whatsapp(message(), 'x')).toMatchObject({ status: 401, body: { error: { code: 190 } } }));
});

async function twilio(fields: Record<string, string>, token = phoneKeys.TWILIO_AUTH_TOKEN) {
  const sid = phoneKeys.TWILIO_ACCOUNT_SID;
  const response = await fetch(`${mail.url}/twilio/2010-04-01/Accounts/${sid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const text = { To: '+6591230001', From: 'OtterTrails', Body: 'It rains.' };

describe('Twilio refuses', () => {
  test.each<[string, Record<string, string>, number]>([
    ['a number without a plus', { ...text, To: '91230001' }, 21_211],
    ['no number', { ...text, To: '' }, 21_604],
    ['another sender', { ...text, From: 'Other' }, 21_606],
    ['no sender', { To: text.To, Body: text.Body }, 21_603],
    ['no text', { ...text, Body: '' }, 21_602],
    ['a text that is too long', { ...text, Body: 'a'.repeat(1601) }, 21_617],
    ['a callback that is not an address', { ...text, StatusCallback: 'here' }, 21_609],
    ['somebody who stopped us', { ...text, To: '+6591230410' }, 21_610],
    ['a field that the double does not support', { ...text, MediaUrl: 'https://a.test' }, 20_001],
  ])('%s', async (_what, fields, code) =>
    expect(await twilio(fields)).toMatchObject({ status: 400, body: { code } }),
  );
  test('a wrong token', async () =>
    expect(await twilio(text, 'x')).toMatchObject({ status: 401, body: { code: 20_003 } }));
});

test('the inbox shows what was sent and its outcome, and drops the oldest messages', async () => {
  expect(await whatsapp(message())).toMatchObject({
    status: 200,
    body: { contacts: [{ wa_id: '6591230001' }], messages: [{ message_status: 'accepted' }] },
  });
  expect(await twilio(text)).toMatchObject({ status: 201, body: { status: 'queued' } });
  const page = await (await fetch(`${mail.url}/phones?to=%2B6591230001`)).text();
  expect(page).toContain('Hello Mei, this is Otter Trails about Kai, Red Otter: It rains.');
  expect(page).toContain('WhatsApp: sent, read');
  expect(page).toContain('SMS: sent, delivered');
  for (let n = 0; n < 3; n += 1) await twilio({ ...text, To: '+6591230009' });
  const { data } = (await (await fetch(`${mail.url}/_test/texts`)).json()) as { data: { to: string }[] };
  expect(data.map(({ to }) => to)).toEqual(['+6591230009', '+6591230009', '+6591230009']);
});
