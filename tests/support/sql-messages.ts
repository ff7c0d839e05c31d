import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import {
  type MessageDraft,
  MessageReach,
  MessageSent,
  MessageDetails,
} from '#contract/management-messages.ts';
import type { TestDatabase } from './database.ts';
import type { People } from './sql-people.ts';
import * as shop from './sql-selling.ts';
import { rpc, service } from './sql.ts';

type Role = keyof People['callers'];

export const makeDraft = (more: Partial<MessageDraft> = {}): MessageDraft => ({
  audience: { segment: 'session', id: '' },
  kind: 'about',
  subject: `Rain ${randomUUID()}`,
  body: 'We meet under the roof.\n\nSee you there.',
  ...more,
});

export const makeAddress = () => `p${randomUUID().slice(0, 8)}@families.test`;
export const sessionAudience = (session: string) => ({ segment: 'session', id: session }) as const;

/** Returns functions that send and read staff's messages, and that make families who receive them. */
export function createMessaging(db: TestDatabase, cast: People) {
  const callAs = <T>(role: Role, name: string, args: Record<string, unknown> = {}) =>
    rpc<T>(db, cast.callers[role], name, args);
  const sendMessage = async (message: MessageDraft, id = randomUUID(), role: Role = 'admin') =>
    v.parse(MessageSent, await callAs(role, 'send_message', { p_id: id, p_message: message }));
  const countReach = async ({ audience, kind }: MessageDraft) =>
    v.parse(MessageReach, await callAs('admin', 'count_message', { p_audience: audience, p_kind: kind }));
  const queueMessages = () => rpc<{ queued: number }>(db, service, 'queue_messages');
  const readDetails = async (id: string) =>
    v.parse(MessageDetails, await callAs('admin', 'get_message', { p_id: id }));
  const readMails = (id: string) => db.sql<
    { id: string; recipient: string; payload: Record<string, string> }[]
  >`
    select id, recipient, payload from public.outbox where key like ${`message:${id}:%`} order by recipient`;

  async function makeFamiliesInSession(emails: string[]): Promise<{ session: string; families: string[] }> {
    const session = await shop.makeSession(db, { capacity: 100, date: '2026-11-19' });
    const families: string[] = [];
    for (const email of emails) {
      const [row] = await db.sql<[{ id: string }]>`
        with f as (insert into public.families (contact_name, contact_email) values ('Mei Tan', ${email}) returning id),
        c as (insert into public.children (family_id, name, dob) select id, 'Kai', '2018-05-01' from f returning id, family_id)
        insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
        select s.id, s.session_date, s.session_time, c.id, c.family_id from c, public.sessions s where s.id = ${session}
        returning family_id as id`;
      families.push(row.id);
    }
    return { session, families };
  }
  const setMarketingConsent = (familyId: string, isGiven: boolean, userId: string | null = null) => db.sql`
    insert into public.consents (family_id, user_id, purpose, version, given, source)
    values (${familyId}, ${userId}, 'marketing', 1, ${isGiven}, 'checkout')`;
  return {
    callAs,
    sendMessage,
    countReach,
    queueMessages,
    readDetails,
    readMails,
    makeFamiliesInSession,
    setMarketingConsent,
  };
}
export type Messaging = ReturnType<typeof createMessaging>;
