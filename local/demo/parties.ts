import { createHash } from 'node:crypto';
import type postgres from 'postgres';
import { demoId } from './ids.ts';

interface DemoParty {
  key: string;
  title: string;
  host: string;
  /** Days after today in the calendar. */
  inDays: number;
  at: string;
  headCount: number;
}

interface DemoResponse {
  family: string;
  attending: boolean;
  guests: [name: string, age: number | null, allergies?: string][];
  again?: boolean;
}

const demoParties: DemoParty[] = [
  {
    key: 'past',
    title: "Ethan's 10th birthday",
    host: 'Wei Ling Goh',
    inDays: -8,
    at: '15:00',
    headCount: 10,
  },
  { key: 'today', title: "Kai's otter birthday", host: 'Mei Tan', inDays: 0, at: '16:00', headCount: 12 },
  { key: 'next', title: "Hana's skate party", host: 'Farah Ismail', inDays: 9, at: '10:00', headCount: 14 },
];

const responses: DemoResponse[] = [
  {
    family: 'Arjun Rao',
    attending: true,
    guests: [
      ['Anika', 9, 'Peanuts'],
      ['Dev', 5],
    ],
  },
  {
    family: 'Sarah Koh',
    attending: true,
    guests: [
      ['Noah', 8],
      ['Sarah', null],
    ],
  },
  { family: 'Ravi Menon', attending: true, guests: [['Tara', 9, 'Eggs, carries an EpiPen']] },
  { family: 'Grace Ong', attending: false, guests: [] },
  { family: 'Sarah Koh', attending: true, guests: [['Noah', 8]], again: true },
];

/** Rows of earlier starts do not change. Only today's party is created again on another day. */
export async function seedParties(sql: postgres.Sql): Promise<void> {
  for (const party of demoParties) await seedParty(sql, party);
}

async function seedParty(sql: postgres.Sql, party: DemoParty): Promise<void> {
  const [day] = await sql<{ date: string }[]>`
    select d.date::text as date
    from (select private.calendar_today() + ${party.inDays}::integer as date) d
    where not exists (
      select from public.parties p
      where p.host_name = ${party.host}
        and abs((p.starts_at at time zone private.time_zone())::date - d.date) < ${party.inDays ? 7 : 1}::integer)`;
  if (!day) return;
  const id = demoId(`party ${party.key} ${day.date}`);
  await sql`
    insert into public.parties (id, code, title, host_name, host_email, host_phone, family_id, starts_at, ends_at,
      place, head_count)
    select ${id}, ${codeOf(`${party.key} ${day.date}`)}, ${party.title}, ${party.host}, 'host@families.otter.test',
      '+6590003000', ${demoId(`family ${party.host}`)}, d.starts_at, d.starts_at + interval '2 hours',
      (select name from public.locations order by id limit 1), ${party.headCount}
    from (select (${day.date}::date + ${party.at}::time) at time zone private.time_zone() as starts_at) d`;
  await respond(sql, id);
}

/** A party's code is the same in every installation, unlike a real code. */
function codeOf(name: string): string {
  const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  return [...createHash('sha256').update(`demo party:${name}`).digest()]
    .slice(0, 20)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('');
}

async function respond(sql: postgres.Sql, partyId: string): Promise<void> {
  for (const [index, response] of responses.entries()) {
    const id = demoId(`response ${partyId} ${index}`);
    const first = response.again ? responses.findIndex(({ family }) => family === response.family) : -1;
    await sql`
      insert into public.form_responses (id, token, form_id, party_id, attending, contact_name, contact_email,
        answers, duplicate_of, submitted_at)
      select ${id}, ${demoId(`response token ${partyId} ${index}`)}, 'form-birthday-rsvp', ${partyId}, ${response.attending},
        ${response.family}, ${`${response.family.toLowerCase().replaceAll(' ', '.')}@families.otter.test`},
        ${sql.json(response.attending ? { shoes: 'own' } : {})},
        ${first < 0 ? null : demoId(`response ${partyId} ${first}`)},
        starts_at - make_interval(days => ${10 - index}::integer)
      from public.parties where id = ${partyId}`;
    for (const [position, [name, age, allergies]] of response.guests.entries()) {
      await sql`
        insert into public.form_response_guests (response_id, position, name, age, kind)
        values (${id}, ${position + 1}, ${name}, ${age}, ${age === null ? 'adult' : 'child'})`;
      if (allergies) {
        await sql`
          insert into public.form_response_health (response_id, position, details)
          values (${id}, ${position + 1}, ${sql.json({ allergies })})`;
      }
    }
  }
}
