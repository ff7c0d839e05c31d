import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import {
  type MessageDraft,
  MessageReach,
  MessageSent,
  MessageDetails,
} from '#contract/management-messages.ts';
import type { TestDatabase } from './database.ts';
import type { Cast } from './sql-people.ts';
import * as shop from './sql-selling.ts';
import * as x from './sql.ts';

type Part = keyof Cast['callers'];

export const draft = (more: Partial<MessageDraft> = {}): MessageDraft => ({
  audience: { segment: 'session', id: '' },
  kind: 'about',
  subject: `Rain ${randomUUID()}`,
  body: 'We meet under the roof.\n\nSee you there.',
  ...more,
});

export const address = () => `p${randomUUID().slice(0, 8)}@families.test`;
export const to = (session: string) => ({ segment: 'session', id: session }) as const;

/** Returns functions that send and read staff's messages, and that make families who receive them. */
export function messaging(db: TestDatabase, cast: Cast) {
  const ask = <T>(part: Part, name: string, args: Record<string, unknown> = {}) =>
    x.rpc<T>(db, cast.callers[part], name, args);
  const send = async (message: MessageDraft, id = randomUUID(), part: Part = 'admin') =>
    v.parse(MessageSent, await ask(part, 'send_message', { p_id: id, p_message: message }));
  const reach = async ({ audience, kind }: MessageDraft) =>
    v.parse(MessageReach, await ask('admin', 'count_message', { p_audience: audience, p_kind: kind }));
  const chore = () => x.rpc<{ queued: number }>(db, x.service, 'queue_messages');
  const readDetails = async (id: string) =>
    v.parse(MessageDetails, await ask('admin', 'get_message', { p_id: id }));
  const mailsOf = (id: string) => db.sql<
    { id: string; recipient: string; payload: Record<string, string> }[]
  >`
    select id, recipient, payload from public.outbox where key like ${`message:${id}:%`} order by recipient`;

  async function crowd(emails: string[]): Promise<{ session: string; families: string[] }> {
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
  const say = (familyId: string, isGiven: boolean, userId: string | null = null) => db.sql`
    insert into public.consents (family_id, user_id, purpose, version, given, source)
    values (${familyId}, ${userId}, 'marketing', 1, ${isGiven}, 'checkout')`;
  return { ask, send, reach, chore, readDetails, mailsOf, crowd, say };
}
export type Messaging = ReturnType<typeof messaging>;
