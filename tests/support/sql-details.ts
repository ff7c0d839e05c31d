/** Makes parents and children with all their details (health, contacts, consents), for the database tests. */
import type { Caller, TestDatabase } from './database.ts';
import { makeUser, rpc } from './sql.ts';

export const signedIn = (sub: string): Caller => ({ role: 'authenticated', sub });

export async function makeParent(db: TestDatabase, email: string, isVerified = true): Promise<Caller> {
  const id = await makeUser(db, email);
  if (isVerified) await db.sql`update auth.users set email_confirmed_at = now() where id = ${id}`;
  return signedIn(id);
}

export interface ChildDetails {
  id: string;
  family_id: string;
  current_level: number;
  [field: string]: unknown;
}

/** Calls a function with one jsonb argument, as PostgREST passes it. */
export function callAs<T = Record<string, unknown>>(
  db: TestDatabase,
  who: Caller,
  name: string,
  body: unknown,
): Promise<T> {
  return db.as(who, async (sql) => {
    const [row] = await sql.unsafe(`select public.${name}($1::text::jsonb) as answer`, [
      JSON.stringify(body),
    ]);
    return row?.answer as T;
  });
}

export const saveChild = (db: TestDatabase, who: Caller, child: object) =>
  callAs<ChildDetails>(db, who, 'save_child', child);
export const saveProfile = (db: TestDatabase, who: Caller, profile: object) =>
  callAs(db, who, 'save_profile', profile);

export const healthFields = [
  'medical_conditions',
  'allergies',
  'medications',
  'physical_conditions',
  'physical_limitations',
  'previous_injuries',
  'fitness_level',
  'emergency_medical_info',
  'hospital_preference',
  'medical_insurance',
  'doctor_name',
] as const;
export const behaviourFields = [
  'personality',
  'behavioral_notes',
  'learning_difficulties',
  'anxiety_triggers',
  'communication_preferences',
] as const;
export const parentHealthFields = [
  'medical_conditions',
  'allergies',
  'medications',
  'doctor_name',
  'insurance_provider',
  'insurance_number',
] as const;

/** Every field of a child. Each value contains `mark` and the field's name. */
export function fullChild(mark: string) {
  const answersFor = (fields: readonly string[], part: string) =>
    Object.fromEntries(fields.map((field) => [field, `${mark} ${part} ${field}`]));
  return {
    name: `${mark} child`,
    dob: '2018-05-01',
    gender: `${mark} gender`,
    experience_level: `${mark} experience`,
    shirt_size: `${mark} shirt`,
    quiz_completed: true,
    health: {
      ...answersFor(healthFields, 'child'),
      doctor_phone: '+6561110001',
      last_medical_checkup: '2026-01-02',
      medical_clearance: true,
      medical_clearance_date: '2026-01-03',
    },
    behaviour: answersFor(behaviourFields, 'child'),
    emergency_contacts: [{ name: `${mark} aunt`, relationship: `${mark} aunt of`, phone: '+6561110002' }],
    pickup_authorizations: [
      { name: `${mark} nanny`, relationship: `${mark} nanny of`, phone: '+6561110003' },
    ],
  };
}

/** Every field of a parent. Each value contains `mark`. */
export function fullProfile(mark: string) {
  return {
    name: `${mark} name`,
    first_name: `${mark} first`,
    last_name: `${mark} last`,
    phone: '+6561110004',
    secondary_phone: '+6561110005',
    whatsapp_country_code: '+65',
    whatsapp_phone: '61110006',
    address: `${mark} street`,
    preferred_language: 'zh-Hans',
    communication_method: 'whatsapp',
    special_instructions: `${mark} instructions`,
    health: {
      ...Object.fromEntries(parentHealthFields.map((field) => [field, `${mark} parent ${field}`])),
      doctor_phone: '+6561110007',
    },
    emergency_contacts: [{ name: `${mark} granny`, phone: '+6561110008' }],
    pickup_authorizations: [{ name: `${mark} uncle` }],
  };
}

/** Makes rows in every table of details, for a family with a second parent and for another family. */
export async function makeDetails(
  db: TestDatabase,
  cast: {
    parent: Caller;
    second: Caller;
    other: Caller;
    coach: Caller;
    childId: string;
    otherChildId: string;
  },
): Promise<void> {
  await db.sql`update auth.users set email_confirmed_at = now() where id = ${cast.second.sub ?? ''}`;
  const { token } = await rpc<{ token: string }>(db, cast.parent, 'invite_parent', {
    p_email: 'second@example.test',
  });
  await rpc(db, cast.second, 'accept_invitation', { p_token: token });
  await rpc(db, cast.other, 'invite_parent', { p_email: 'nobody@example.test' });
  for (const who of [cast.parent, cast.other]) await rpc(db, who, 'renew_calendar_link');
  await rpc(db, cast.coach, 'renew_coach_calendar_link');
  for (const [who, id] of [
    [cast.parent, cast.childId],
    [cast.other, cast.otherChildId],
  ] as const) {
    await saveProfile(db, who, fullProfile('kept'));
    await saveChild(db, who, { ...fullChild('kept'), id });
    await rpc(db, who, 'record_consent', {
      p_purpose: 'photo',
      p_given: true,
      p_version: 2,
      p_child_id: id,
    });
  }
  await db.sql`
    insert into public.family_proposals (family_id, child_id, kind, value)
    select family_id, id, 'pickup_authorization', '{"name": "Somebody"}' from public.children
    where id in ${db.sql([cast.childId, cast.otherChildId])}`;
  await rpc(db, cast.coach, 'get_todays_roster');
}
