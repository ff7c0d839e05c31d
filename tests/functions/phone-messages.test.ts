/** WhatsApp and SMS messages are sent to the providers, which refuse some of them, and none is sent twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Env } from '#server/env.ts';
import { sendPhoneMessages } from '#server/phone/send-messages.ts';
import { createPhoneWorld, type PhoneWorld } from '#support/phone-world.ts';
import type { Channel } from '#support/sql-phone-messages.ts';

let phoneWorld: PhoneWorld;
beforeAll(async () => {
  phoneWorld = await createPhoneWorld();
});
afterAll(() => phoneWorld.stop());
beforeEach(() => phoneWorld.reset());

test('a WhatsApp message names the child, the class, the base and the day in one line, and is read', async () => {
  const id = await phoneWorld.makeFamilyWithMessage('0001');
  expect(await phoneWorld.send()).toEqual({ sent: 1, failed: 0 });
  const { phone, sent_at, delivered_at, read_at } = await phoneWorld.readMessage(id);
  const [text] = await phoneWorld.readInbox(phone);
  expect(text?.text).toMatch(
    /^Hello Mei Tan, this is Otter Trails about Kai, .+, Sat 9 Jan 2027, .+: It rains. We start later. Questions\? Reply to our e-mail\.$/,
  );
  for (const at of [sent_at, delivered_at, read_at]) expect(at).not.toBeNull();
});

test('an SMS has the same words, and is delivered', async () => {
  const id = await phoneWorld.makeFamilyWithMessage('0002', ['sms']);
  await phoneWorld.send();
  const { phone, delivered_at, read_at } = await phoneWorld.readMessage(id);
  expect((await phoneWorld.readInbox(phone))[0]?.text).toContain('this is Otter Trails about Kai, ');
  expect(delivered_at).not.toBeNull();
  expect(read_at).toBeNull();
});

test('a message uses the sentence that Studio had when it was written', async () => {
  const publish = (sentences: Record<string, string>) =>
    phoneWorld.world.database
      .sql`select public.publish_mail_wording(${phoneWorld.world.database.sql.json(sentences)}, now())`;
  await publish({
    'Hello {}, this is {} about {}: {} Questions? Reply to our e-mail.': '{1} to {0}, about {2}: {3}',
  });
  const id = await phoneWorld.makeFamilyWithMessage('0006', ['sms']);
  await publish({});
  await phoneWorld.send();
  const [text] = await phoneWorld.readInbox((await phoneWorld.readMessage(id)).phone);
  expect(text?.text).toMatch(/^Otter Trails to Mei Tan, about Kai, /);
});

test('a long text is only announced, and refers to the e-mail', async () => {
  const id = await phoneWorld.makeFamilyWithMessage('0003', ['whatsapp'], 'Rain. '.repeat(200));
  await phoneWorld.send();
  expect((await phoneWorld.readInbox((await phoneWorld.readMessage(id)).phone))[0]?.text).toContain(
    'Rain. Please read the details in our e-mail.',
  );
});

test('two senders at once and a repeated chore send each message once', async () => {
  const ids = [
    await phoneWorld.makeFamilyWithMessage('0004'),
    await phoneWorld.makeFamilyWithMessage('0005', ['sms']),
  ];
  await Promise.all([sendPhoneMessages(phoneWorld.world.deps), sendPhoneMessages(phoneWorld.world.deps)]);
  await phoneWorld.send();
  for (const id of ids)
    expect(await phoneWorld.readInbox((await phoneWorld.readMessage(id)).phone)).toHaveLength(1);
});

describe('a message that cannot be delivered', () => {
  test.each<[string, Channel, string, string]>([
    ['a number without WhatsApp', 'whatsapp', '0404', 'no_account'],
    ['a number without a phone', 'sms', '0404', 'invalid_number'],
    ['a parent who stopped us', 'sms', '0410', 'stopped'],
    ['a parent who stopped us on WhatsApp', 'whatsapp', '0410', 'stopped'],
  ])('fails with its reason for %s', async (_what, channel, fate, reason) => {
    const id = await phoneWorld.makeFamilyWithMessage(fate, [channel]);
    await phoneWorld.send();
    expect(await phoneWorld.readMessage(id)).toMatchObject({ reason, delivered_at: null });
  });

  test('is sent as an SMS to a number without WhatsApp if the parent allowed it', async () => {
    const id = await phoneWorld.makeFamilyWithMessage('0404', ['whatsapp', 'sms']);
    await phoneWorld.send();
    await phoneWorld.send();
    expect(await phoneWorld.phones.readRows(id)).toMatchObject([
      { channel: 'whatsapp', reason: 'no_account' },
      { channel: 'sms', reason: 'invalid_number' },
    ]);
  });

  test.each<[string, Channel, Partial<Env>]>([
    ['a template that Meta does not know', 'whatsapp', { WHATSAPP_TEMPLATE: 'unknown' }],
    ['a language without the template', 'whatsapp', { WHATSAPP_LANGUAGE: 'de' }],
    ['a token that has ended', 'whatsapp', { WHATSAPP_ACCESS_TOKEN: 'old' }],
    ['a wrong token of Twilio', 'sms', { TWILIO_AUTH_TOKEN: 'old' }],
    ['a sender that is not registered', 'sms', { TWILIO_FROM: 'Other' }],
  ])('fails because of our settings: %s', async (_what, channel, change) => {
    const id = await phoneWorld.makeFamilyWithMessage('0006', [channel]);
    phoneWorld.setEnv(change);
    expect(await phoneWorld.send()).toEqual({ sent: 0, failed: 1 });
    expect(await phoneWorld.readMessage(id)).toMatchObject({ reason: 'not_set_up', sent_at: null });
    expect(await phoneWorld.readInbox((await phoneWorld.readMessage(id)).phone)).toEqual([]);
  });

  test.each<[string, Channel, string]>([
    ['WhatsApp’s limit', 'whatsapp', '0429'],
    ['Twilio’s limit', 'sms', '0429'],
    ['a fault of WhatsApp', 'whatsapp', '0500'],
    ['a full queue of Twilio', 'sms', '0500'],
  ])('is sent later once after %s', async (_what, channel, fate) => {
    const id = await phoneWorld.makeFamilyWithMessage(fate, [channel]);
    await phoneWorld.send();
    expect(await phoneWorld.readMessage(id)).toMatchObject({ sent_at: null, failed_at: null });
    expect(await phoneWorld.send()).toEqual({ sent: 0, failed: 0 });
    await phoneWorld.world.database.sql`update phone_messages set not_before = now()`;
    expect(await phoneWorld.send()).toEqual({ sent: 1, failed: 0 });
    expect(await phoneWorld.readInbox((await phoneWorld.readMessage(id)).phone)).toHaveLength(1);
  });

  test('is not sent again if the service gave no answer, but a later report still counts', async () => {
    const id = await phoneWorld.makeFamilyWithMessage('0007');
    phoneWorld.setEnv({ WHATSAPP_API_URL: 'http://127.0.0.1:1/graph' });
    expect(await phoneWorld.send()).toEqual({ sent: 0, failed: 1 });
    phoneWorld.setEnv({});
    await phoneWorld.phones.ageMessages(id, 5);
    expect(await phoneWorld.send()).toEqual({ sent: 0, failed: 0 });
    expect(await phoneWorld.readMessage(id)).toMatchObject({ reason: 'no_answer', attempts: 1 });
    expect(
      await phoneWorld.reportFromMeta({
        id: 'wamid.late',
        status: 'delivered',
        ours: (await phoneWorld.readMessage(id)).id,
      }),
    ).toMatchObject({
      status: 200,
    });
    expect((await phoneWorld.readMessage(id)).delivered_at).not.toBeNull();
  });

  test('is the only one in doubt if the database fails once, and the others are sent', async () => {
    const ids = [
      await phoneWorld.makeFamilyWithMessage('0011'),
      await phoneWorld.makeFamilyWithMessage('0012'),
      await phoneWorld.makeFamilyWithMessage('0013'),
    ];
    const { db } = phoneWorld.world.deps;
    let fails = 1;
    const failing = {
      ...db,
      rpc: (...call: Parameters<typeof db.rpc>) => {
        if (call[0] === 'finish_phone_message' && fails-- > 0) throw new Error('The connection was lost');
        return db.rpc(...call);
      },
    };
    expect(await sendPhoneMessages({ db: failing, phones: phoneWorld.world.deps.phones })).toEqual({
      sent: 3,
      failed: 1,
    });
    for (const id of ids)
      expect(await phoneWorld.readInbox((await phoneWorld.readMessage(id)).phone)).toHaveLength(1);
  });

  test('is the only one lost if the sender crashes, and the next call sends the others', async () => {
    const ids = [
      await phoneWorld.makeFamilyWithMessage('0014'),
      await phoneWorld.makeFamilyWithMessage('0015'),
    ];
    const { db } = phoneWorld.world.deps;
    let claims = 0;
    const crashing = {
      ...db,
      rpc: async (...call: Parameters<typeof db.rpc>) => {
        const answer = await db.rpc(...call);
        claims += 1;
        if (claims === 1) throw new Error('The function was ended');
        return answer;
      },
    };
    await expect(sendPhoneMessages({ db: crashing, phones: phoneWorld.world.deps.phones })).rejects.toThrow(
      'ended',
    );
    expect(await phoneWorld.send()).toEqual({ sent: 1, failed: 0 });
    for (const id of ids) await phoneWorld.phones.ageMessages(id, 5);
    await phoneWorld.send();
    const reasons = await Promise.all(ids.map(async (id) => (await phoneWorld.readMessage(id)).reason));
    expect(reasons.toSorted()).toEqual(['no_answer', null]);
  });

  test('is not queued for a channel without keys, which is off', async () => {
    phoneWorld.setEnv({ WHATSAPP_APP_SECRET: undefined, TWILIO_FROM: undefined });
    expect(phoneWorld.world.deps.phones).toEqual({ whatsapp: null, sms: null });
    await phoneWorld.send();
    const id = await phoneWorld.makeFamilyWithMessage('0008', ['whatsapp', 'sms']);
    expect(await phoneWorld.phones.readRows(id)).toEqual([]);
  });
});
