import type postgres from 'postgres';
import { childId, demoFamilies } from './families.ts';
import { demoId } from './ids.ts';

/** The details that a parent gave about a child. Most demo parents gave none, as in reality. */
interface ChildDetails {
  child: string;
  allergies?: string;
  medications?: string;
  doctorPhone?: string;
  notes?: string;
}

const details: ChildDetails[] = [
  {
    child: 'Kai Tan',
    allergies: 'Peanuts',
    medications: 'EpiPen in the blue pouch',
    doctorPhone: '+6562551234',
  },
  { child: 'Lina Tan', notes: 'Shy for the first ten minutes, then unstoppable.' },
  { child: 'Anika Rao', allergies: 'Bee stings' },
  { child: 'Dev Rao' },
  { child: 'Hana Ismail', notes: 'Likes to see a trick once before trying.' },
  { child: 'Noah Koh', allergies: 'Dairy' },
  { child: 'Tara Menon', medications: 'Inhaler, if out of breath' },
  { child: 'Freja Berg', allergies: 'Latex plasters' },
];

export async function seedDetails(sql: postgres.Sql, parentId: string): Promise<void> {
  await sql`
    update public.profiles set
      first_name = 'Mei', last_name = 'Tan', phone = '+6590001000', whatsapp_country_code = '+65',
      whatsapp_phone = '90001000', address = '12 Bishan Street 13, Singapore', preferred_language = 'en',
      communication_method = 'whatsapp'
    where id = ${parentId} and first_name is null and phone is null`;
  for (const child of details) await seedChild(sql, child);
  for (const [index, { parent, children }] of demoFamilies.entries()) {
    await seedContacts(sql, parent, index);
    for (const [name] of children) await seedConsents(sql, parent, name);
  }
}

async function seedChild(
  sql: postgres.Sql,
  { child, allergies, medications, doctorPhone, notes }: ChildDetails,
): Promise<void> {
  await sql`
    insert into public.child_health (child_id, allergies, medications, doctor_phone)
    values (${childId(child)}, ${allergies ?? null}, ${medications ?? null}, ${doctorPhone ?? null})
    on conflict do nothing`;
  if (!notes) return;
  await sql`
    insert into public.child_behaviour (child_id, behavioral_notes) values (${childId(child)}, ${notes})
    on conflict do nothing`;
}

async function seedContacts(sql: postgres.Sql, parent: string, index: number): Promise<void> {
  const surname = parent.split(' ').at(-1) ?? parent;
  const [familyId, grandma, phone] = [
    demoId(`family ${parent}`),
    `Grandma ${surname}`,
    `+659100${1000 + index}`,
  ];
  await sql`
    insert into public.emergency_contacts (id, family_id, position, name, relationship, phone)
    values (${demoId(`emergency_contacts ${parent}`)}, ${familyId}, 1, ${grandma}, 'Grandmother', ${phone})
    on conflict do nothing`;
  // The pickup code is the same in every demo.
  await sql`
    insert into public.pickup_authorizations (id, family_id, position, name, relationship, phone, code)
    values (${demoId(`pickup_authorizations ${parent}`)}, ${familyId}, 1, ${grandma}, 'Grandmother', ${phone},
      ${String(482_170 + index)})
    on conflict do nothing`;
}

async function seedConsents(sql: postgres.Sql, parent: string, child: string): Promise<void> {
  await sql`
    insert into public.consents (family_id, child_id, purpose, version, given, source)
    select ${demoId(`family ${parent}`)}, ${childId(child)}, purpose::public.consent_purpose, 1, true, 'checkout'
    from unnest('{liability,medical,activity}'::text[]) purpose
    where not exists (select from public.consents where child_id = ${childId(child)})`;
}
