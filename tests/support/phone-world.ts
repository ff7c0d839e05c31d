import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startMail } from '#local/mail/start.ts';
import { metaSignature, twilioSignature } from '#local/phones/reporter.ts';
import type { SentText } from '#local/phones/store.ts';
import type { Env } from '#server/env.ts';
import { sendPhoneMessages } from '#server/phone/send-messages.ts';
import { createTwilio } from '#server/phone/twilio.ts';
import { createWhatsapp } from '#server/phone/whatsapp.ts';
import { createWorld } from './functions.ts';
import { phoneKeys, phoneSimulation } from './phone-keys.ts';
import { type Channel, createPhoneMessages, type PhoneRow } from './sql-phone-messages.ts';

/** Runs the edge functions with a real database and with simulated WhatsApp and Twilio. */
export async function createPhoneWorld() {
  const world = await createWorld();
  const dir = await mkdtemp(path.join(os.tmpdir(), 'phones-'));
  const double = await startMail({ port: 0, dir, phones: phoneSimulation(`${world.url}/whatsapp-webhook`) });
  const env: Env = {
    ...world.deps.env,
    ...phoneKeys,
    SUPABASE_URL: new URL(world.url).origin,
    WHATSAPP_API_URL: `${double.url}/graph/v26.0`,
    TWILIO_API_URL: `${double.url}/twilio`,
  };
  const phones = createPhoneMessages(world.database);
  const place = await phones.makeSession('2027-01-09');

  function setEnv(change: Partial<Env>): void {
    world.deps.env = { ...env, ...change };
    world.deps.phones = { whatsapp: createWhatsapp(world.deps.env), sms: createTwilio(world.deps.env) };
  }
  async function reset(): Promise<void> {
    setEnv({});
    await world.database.sql`delete from phone_messages`;
    await phones.claimMessages();
  }
  const send = async () => {
    const counts = await sendPhoneMessages(world.deps);
    await double.reported();
    return counts;
  };
  let number = 9000;
  /** Makes a family with an urgent message. The last digits of its number tell the simulation how to answer. */
  async function makeFamilyWithMessage(
    lastDigits: string,
    channels: Channel[] = ['whatsapp'],
    words = 'It rains.\nWe start\tlater.',
  ) {
    number += 1;
    const id = await phones.makeFamily(place, channels, `+65${number}${lastDigits}`);
    await world.database.sql`
      with m as (
        insert into messages (id, kind, audience, subject, body, content_key)
        values (${randomUUID()}, 'about', '{"segment": "session"}', 'Rain', 'Rain', 'a') returning id)
      select private.queue_phone_messages(${`test:${randomUUID()}`}, ${id}, 'message', m.id, true,
        jsonb_build_object('subject', 'Rain', 'words', ${words}::text, 'places', jsonb_build_array(jsonb_build_object(
          'children', '["Kai"]'::jsonb, 'session', private.session_view(${place})))))
      from m`;
    return id;
  }
  const readInbox = async (to: string): Promise<SentText[]> =>
    ((await (await fetch(`${double.url}/_test/texts?to=${to}`)).json()) as { data: SentText[] }).data;
  const readMessage = async (id: string): Promise<PhoneRow> => {
    const [row] = await phones.readRows(id);
    if (!row) throw new Error('no message');
    return row;
  };

  function reportFromMeta(
    {
      id = 'wamid.x',
      status = 'read',
      ours = '',
      number: phoneNumberId = phoneKeys.WHATSAPP_PHONE_NUMBER_ID,
    },
    sign: (body: string) => string = (body) => metaSignature(body, phoneKeys.WHATSAPP_APP_SECRET),
  ) {
    const statuses = [
      {
        id,
        status,
        timestamp: String(Math.floor(Date.now() / 1000)),
        recipient_id: '65',
        biz_opaque_callback_data: ours,
      },
    ];
    const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: phoneNumberId }, statuses };
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
    });
    return world.call('whatsapp-webhook', body, { 'x-hub-signature-256': sign(body) });
  }
  async function reportFromTwilio(
    row: { id: string },
    fields: Record<string, string>,
    sign = (url: string, all: Record<string, string>) =>
      twilioSignature(url, all, phoneKeys.TWILIO_AUTH_TOKEN),
  ) {
    const url = `${env.SUPABASE_URL}/functions/v1/twilio-webhook?id=${row.id}`;
    const all = { MessageSid: `SM${'a'.repeat(32)}`, MessageStatus: 'delivered', ...fields };
    return world.call(`twilio-webhook?id=${row.id}`, new URLSearchParams(all).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': sign(url, all),
    });
  }

  return {
    world,
    phones,
    setEnv,
    reset,
    send,
    makeFamilyWithMessage,
    readInbox,
    readMessage,
    reportFromMeta,
    reportFromTwilio,
    async stop(): Promise<void> {
      await world.stop();
      await double.stop();
      await rm(dir, { recursive: true });
    },
  };
}
export type PhoneWorld = Awaited<ReturnType<typeof createPhoneWorld>>;
