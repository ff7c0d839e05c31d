/**
 * Reports about WhatsApp and SMS count only if they come from the provider, in any order and as often as they arrive.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { metaSignature, twilioSignature } from '#local/phones/reporter.ts';
import { phoneKeys } from '#support/phone-keys.ts';
import { createPhoneWorld, type PhoneWorld } from '#support/phone-world.ts';
import type { Channel } from '#support/sql-phone-messages.ts';

let phoneWorld: PhoneWorld;
beforeAll(async () => {
  phoneWorld = await createPhoneWorld();
});
afterAll(() => phoneWorld.stop());
beforeEach(() => phoneWorld.reset());

describe('the webhook refuses a report', () => {
  const refused = { status: 401, body: { code: 'unauthorized' } };
  /** For a number that ends with 0408, the simulated provider reports `sent` and then nothing more. */
  const makeWaitingMessage = async (channel: Channel) => {
    const id = await phoneWorld.makeFamilyWithMessage('0408', [channel]);
    await phoneWorld.send();
    return id;
  };

  test.each<[string, (body: string) => string]>([
    ['without a signature', () => ''],
    ['signed by another secret', (body) => metaSignature(body, 'other')],
    ['signed for another body', () => metaSignature('{}', phoneKeys.WHATSAPP_APP_SECRET)],
    ['with the bare digest', (body) => metaSignature(body, phoneKeys.WHATSAPP_APP_SECRET).slice(7)],
  ])('to WhatsApp, %s', async (_what, sign) => {
    const id = await makeWaitingMessage('whatsapp');
    expect(await phoneWorld.reportFromMeta({ ours: (await phoneWorld.readMessage(id)).id }, sign)).toEqual(
      refused,
    );
    expect((await phoneWorld.readMessage(id)).read_at).toBeNull();
  });

  test('to WhatsApp about another number of the account, or about a message with another id', async () => {
    const id = await makeWaitingMessage('whatsapp');
    const { id: ours } = await phoneWorld.readMessage(id);
    expect(await phoneWorld.reportFromMeta({ ours, number: '999' })).toMatchObject({ body: { noted: 0 } });
    await phoneWorld.reportFromMeta({ ours, id: 'wamid.other' });
    expect((await phoneWorld.readMessage(id)).read_at).toBeNull();
  });

  test.each<[string, (url: string, all: Record<string, string>) => string]>([
    ['without a signature', () => ''],
    ['signed by another token', (url, all) => twilioSignature(url, all, 'other')],
    [
      'signed for another message',
      (url, all) =>
        twilioSignature(url.replace(/id=.*/, `id=${randomUUID()}`), all, phoneKeys.TWILIO_AUTH_TOKEN),
    ],
    [
      'signed for another state',
      (url, all) => twilioSignature(url, { ...all, MessageStatus: 'sent' }, phoneKeys.TWILIO_AUTH_TOKEN),
    ],
  ])('to Twilio, %s', async (_what, sign) => {
    const id = await makeWaitingMessage('sms');
    expect(await phoneWorld.reportFromTwilio(await phoneWorld.readMessage(id), {}, sign)).toEqual(refused);
    expect((await phoneWorld.readMessage(id)).delivered_at).toBeNull();
  });

  test('from everybody while no keys are set', async () => {
    phoneWorld.setEnv({
      WHATSAPP_APP_SECRET: undefined,
      WHATSAPP_VERIFY_TOKEN: undefined,
      TWILIO_AUTH_TOKEN: undefined,
    });
    expect(await phoneWorld.reportFromMeta({})).toEqual(refused);
    expect(await phoneWorld.reportFromTwilio({ id: randomUUID() }, {})).toEqual(refused);
    const address = `${phoneWorld.world.url}/whatsapp-webhook?hub.mode=subscribe&hub.verify_token=undefined&hub.challenge=1`;
    expect((await fetch(address)).status).toBe(401);
  });

  test('reports that are replayed out of order end in the same state', async () => {
    const id = await makeWaitingMessage('sms');
    const row = await phoneWorld.readMessage(id);
    const [text] = await phoneWorld.readInbox(row.phone);
    for (const MessageStatus of ['delivered', 'sent', 'queued', 'undelivered', 'delivered'])
      expect(
        await phoneWorld.reportFromTwilio(row, {
          MessageSid: text?.id ?? '',
          MessageStatus,
          ErrorCode: '30003',
        }),
      ).toMatchObject({
        status: 200,
      });
    expect(await phoneWorld.phones.readRows(id)).toHaveLength(1);
    expect((await phoneWorld.readMessage(id)).delivered_at).not.toBeNull();
  });
});

test('Meta’s challenge is answered for our token only, and never with text of the caller', async () => {
  const ask = (token: string, challenge: string, mode = 'subscribe') => {
    const query = new URLSearchParams({
      'hub.mode': mode,
      'hub.verify_token': token,
      'hub.challenge': challenge,
    });
    return fetch(`${phoneWorld.world.url}/whatsapp-webhook?${query.toString()}`);
  };
  const answer = await ask(phoneKeys.WHATSAPP_VERIFY_TOKEN, '1158201444');
  expect([answer.status, await answer.text()]).toEqual([200, '1158201444']);
  for (const response of [
    await ask('wrong-token-of-length', '1'),
    await ask(phoneKeys.WHATSAPP_VERIFY_TOKEN, '<b>1</b>'),
    await ask(phoneKeys.WHATSAPP_VERIFY_TOKEN, '1', 'unsubscribe'),
  ])
    expect(response.status).toBe(401);
});
