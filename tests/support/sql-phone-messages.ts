import { randomUUID } from 'node:crypto';
import type { Caller, TestDatabase } from './database.ts';
import * as shop from './sql-selling.ts';
import { cancelSessions, rpc, service } from './sql.ts';

export type Channel = 'whatsapp' | 'sms';
export interface ClaimedMessage {
  id: string;
  channel: Channel;
  phone: string;
  payload: Record<string, unknown>;
}
export interface PhoneRow {
  id: string;
  channel: Channel;
  phone: string;
  reason: string | null;
  is_urgent: boolean;
  attempts: number;
  failed_at: string | null;
  delivered_at: string | null;
  read_at: string | null;
  sent_at: string | null;
  payload: { words?: string; places?: { children: string[] }[] };
}

/** Returns functions that make families with a phone number, and that send and report messages to their phones. */
export function createPhoneMessages(db: TestDatabase) {
  const claimMessages = (channels: Channel[] = ['whatsapp', 'sms'], limit = 20) =>
    rpc<ClaimedMessage[]>(db, service, 'claim_phone_messages', { p_channels: channels, p_limit: limit });
  const finishMessage = (
    id: string,
    failure: { reason: string; retry: boolean; error?: string } | null = null,
    wait: number | null = null,
  ) =>
    rpc<{ ok: boolean }>(db, service, 'finish_phone_message', {
      p_id: id,
      p_provider_id: failure === null ? `provider-${id}` : null,
      p_failure: failure,
      p_wait_seconds: wait,
    });
  /** `minutesAgo` is the time of the event by the provider's clock. */
  const reportEvent = (
    row: { id: string; channel: Channel },
    type: 'sent' | 'delivered' | 'read' | 'failed',
    { minutesAgo = 0, reason = null as string | null, providerId = `provider-${row.id}` } = {},
  ) =>
    rpc<{ known: boolean }>(db, service, 'note_phone_event', {
      p_channel: row.channel,
      p_type: type,
      p_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
      p_id: row.id,
      p_provider_id: providerId,
      p_reason: reason,
    });
  const readRows = (familyId: string) => db.sql<PhoneRow[]>`
    select * from public.phone_messages where family_id = ${familyId} order by created_at, channel`;
  const ageMessages = (familyId: string, minutes: number) => db.sql`
    update public.phone_messages set created_at = created_at - ${minutes} * interval '1 minute',
      not_before = not_before - ${minutes} * interval '1 minute', leased_until = leased_until - ${minutes} * interval '1 minute'
    where family_id = ${familyId}`;

  async function makeFamily(session: string, channels: Channel[] = [], phone: string | null = '+6591234567') {
    const [row] = await db.sql<[{ id: string }]>`
      with f as (
        insert into public.families (contact_name, contact_email, contact_phone)
        values ('Mei Tan', ${`p${randomUUID()}@families.test`}, ${phone}) returning id),
      c as (insert into public.children (family_id, name, dob) select id, 'Kai Tan', '2018-05-01' from f returning id, family_id)
      insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
      select s.id, s.session_date, s.session_time, c.id, c.family_id from c, public.sessions s where s.id = ${session}
      returning family_id as id`;
    await allowChannels(row.id, channels);
    return row.id;
  }
  const allowChannels = (familyId: string, channels: Channel[]) => db.sql`
    insert into public.channel_permissions (family_id, channel, allowed, phone, source)
    select f.id, c, true, f.contact_phone, 'phone' from public.families f, unnest(${channels}::text[]) c where f.id = ${familyId}`;
  const makeSession = (date: string) => shop.makeSession(db, { capacity: 30, date });
  async function cancelWithMessage(today: string, channels: Channel[] = ['whatsapp']) {
    const placeId = await makeSession(today);
    const familyId = await makeFamily(placeId, channels);
    await cancelSessions(db, placeId);
    const [row] = await readRows(familyId);
    if (!row) throw new Error('nothing was queued');
    return { session: placeId, family: familyId, row };
  }
  const callAs = <T>(who: Caller, name: string, args: Record<string, unknown> = {}) =>
    rpc<T>(db, who, name, args);
  return {
    claimMessages,
    finishMessage,
    reportEvent,
    readRows,
    ageMessages,
    makeFamily,
    allowChannels,
    makeSession,
    cancelWithMessage,
    callAs,
  };
}
