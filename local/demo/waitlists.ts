import type postgres from 'postgres';
import { childId } from './families.ts';
import { demoId } from './ids.ts';

interface Waiting {
  parent: string;
  children: string[];
  friend?: string;
  hoursAgo: number;
}

/** The entries in waitlist order: siblings, the demo parent's child with a friend, and a single child. */
const waiting: Waiting[] = [
  { parent: 'Wei Ling Goh', children: ['Ethan Goh', 'Chloe Goh'], hoursAgo: 52 },
  { parent: 'Mei Tan', children: ['Kai Tan'], friend: 'Aarav Nair', hoursAgo: 30 },
  { parent: 'Ravi Menon', children: ['Tara Menon'], hoursAgo: 5 },
];

export async function seedWaitlists(sql: postgres.Sql): Promise<void> {
  const places = await sql<{ session_id: string | null; camp_id: string | null; key: string }[]>`
    (select null::uuid as session_id, c.id as camp_id, c.id::text as key
     from public.camp_weeks c
     where c.is_active and c.starts_at > private.calendar_now()
       and private.camp_seats_taken(c.id, clock_timestamp()) >= c.capacity
     order by c.start_date, c.id limit 1)
    union all
    (select s.id, null, s.session_date || ' ' || s.session_time || ' ' || s.class_type_id
     from public.sessions s, private.weekend() w
     where s.session_date between w.saturday and w.sunday and s.starts_at > private.calendar_now()
       and private.seats_taken(s.id, clock_timestamp()) >= s.max_capacity
     order by s.starts_at, s.class_type_id limit 1)`;
  for (const place of places) for (const family of waiting) await wait(sql, place, family);
}

async function wait(
  sql: postgres.Sql,
  place: { session_id: string | null; camp_id: string | null; key: string },
  { parent, children, friend, hoursAgo }: Waiting,
): Promise<void> {
  const id = demoId(`waiting ${place.key} ${parent}`);
  const inserted = await sql`
    insert into public.waitlist_entries (id, secret, session_id, camp_id, places, family_id, parent_name, parent_email,
      parent_phone, joined_at)
    select ${id}, ${demoId(`waiting secret ${place.key} ${parent}`)}, ${place.session_id}, ${place.camp_id},
      ${children.length + (friend ? 1 : 0)}, f.id, f.contact_name, f.contact_email, '+6590003000',
      private.calendar_now() - make_interval(hours => ${hoursAgo}::integer)
    from public.families f where f.id = ${demoId(`family ${parent}`)}
    on conflict do nothing returning id`;
  if (inserted.length === 0) return;
  for (const [position, name] of children.entries()) {
    await sql`
      insert into public.waitlist_children (entry_id, position, child_id, name, dob)
      select ${id}, ${position}, c.id, c.name, c.dob from public.children c where c.id = ${childId(name)}`;
  }
  if (friend) {
    await sql`
      insert into public.waitlist_children (entry_id, position, name, is_friend)
      values (${id}, ${children.length}, ${friend}, true)`;
  }
}
