import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import {
  type ChildDetails,
  callAs,
  fullChild,
  fullProfile,
  makeParent,
  saveChild,
  saveProfile,
} from '#support/sql-details.ts';
import { countRows, refusal, rpc, sqlState, waitForLocked } from '#support/sql.ts';

let db: TestDatabase;
let parent: Caller;
let other: Caller;
beforeAll(async () => {
  db = await createDatabase();
  parent = await makeParent(db, 'parent@example.test');
  other = await makeParent(db, 'other@example.test', false);
});
afterAll(() => db.drop());

test('the first child creates the family, at level 1', async () => {
  const child = await saveChild(db, parent, { name: '  Kai Tan ', dob: '2018-05-01' });
  expect(child).toMatchObject({ name: 'Kai Tan', current_level: 1, quiz_completed: false, health: null });
  const [family] = await db.sql`select * from public.families where id = ${child.family_id}`;
  expect(family).toMatchObject({
    primary_parent_id: parent.sub,
    secondary_parent_id: null,
    contact_name: 'parent@example.test',
    contact_email: 'parent@example.test',
  });
  const second = await saveChild(db, parent, { name: 'Lina', dob: '2020-05-01' });
  expect(second.family_id).toBe(child.family_id);
});

test('when several first children are saved at once, they end in one family', async () => {
  const quick = await makeParent(db, 'quick@example.test');
  // All three calls have begun and wait before any of them continues.
  const saving = await db.sql.begin(async (sql) => {
    await sql`select from public.profiles where id = ${quick.sub ?? ''} for update`;
    const calls = ['A', 'B', 'C'].map((name) => saveChild(db, quick, { name, dob: '2018-05-01' }));
    await waitForLocked(db, 3);
    return { all: Promise.all(calls) };
  });
  const children = await saving.all;
  expect(new Set(children.map(({ family_id }) => family_id)).size).toBe(1);
});

test('a child has every field of the specification, and a save keeps the fields that it does not name', async () => {
  const childInput = fullChild('its');
  const saved = await saveChild(db, parent, childInput);
  expect(saved).toMatchObject({
    ...childInput,
    emergency_contact: 'its aunt',
    emergency_phone: '+6561110002',
    indemnity_signed: false,
    medical_consent: false,
    photo_consent: false,
    activity_participation_consent: false,
    child_profile_complete: false,
  });
  const changed = await saveChild(db, parent, {
    id: saved.id,
    shirt_size: null,
    health: { allergies: '', medical_clearance: null, medications: ' one\ntwo ' },
    pickup_authorizations: [],
  });
  expect(changed).toEqual({
    ...saved,
    shirt_size: null,
    // A text is added to the list, and null clears the list.
    health: {
      ...childInput.health,
      allergies: null,
      medical_clearance: null,
      medications: 'its child medications\none\ntwo',
    },
    health_answer: changed['health_answer'],
    pickup_authorizations: [],
    own_pickup_authorizations: [],
    updated_at: changed.updated_at,
  });
});

test('a child is complete with health, an emergency contact and the required consents', async () => {
  const { id } = await saveChild(db, parent, fullChild('whole'));
  for (const p_purpose of ['liability', 'medical', 'activity']) {
    const before = await rpc<ChildDetails>(db, parent, 'get_child_details', { p_child_id: id });
    expect(before.child_profile_complete).toBe(false);
    await rpc(db, parent, 'record_consent', { p_purpose, p_given: true, p_version: 1, p_child_id: id });
  }
  const after = await rpc<ChildDetails>(db, parent, 'get_child_details', { p_child_id: id });
  expect(after).toMatchObject({
    child_profile_complete: true,
    indemnity_signed: true,
    medical_consent: true,
    activity_participation_consent: true,
    photo_consent: false,
  });
});

test('a parent has every field of the specification, and a save keeps the fields that it does not name', async () => {
  const profileInput = fullProfile('hers');
  const saved = await saveProfile(db, parent, profileInput);
  const { pickup_authorizations: pickup, emergency_contacts: contacts, ...fields } = profileInput;
  expect(saved).toMatchObject({
    ...fields,
    id: parent.sub,
    email: 'parent@example.test',
    emergency_contacts: [{ ...contacts[0], relationship: null }],
    emergency_contact: 'hers granny',
    emergency_phone: '+6561110008',
    pickup_authorization: [{ ...pickup[0], relationship: null, phone: null }],
    terms_accepted: false,
    liability_waiver: false,
    medical_authorization: false,
    photo_consent: false,
    is_primary: true,
    is_secondary: false,
    profile_complete: true,
    verification_status: 'verified',
  });
  const changed = await saveProfile(db, parent, {
    whatsapp_phone: null,
    whatsapp_country_code: null,
    health: { allergies: null },
  });
  expect(changed).toEqual({
    ...saved,
    whatsapp_phone: null,
    whatsapp_country_code: null,
    health: { ...profileInput.health, allergies: null },
    updated_at: changed.updated_at,
  });
  expect(await rpc(db, other, 'get_parent_profile')).toMatchObject({
    profile_complete: false,
    verification_status: 'unverified',
    is_primary: false,
  });
});

const textOf = (length: number) => 'a'.repeat(length);
const childGarbage: [what: string, child: unknown, field: string][] = [
  ['nothing', null, 'p_child'],
  ['a list', [], 'p_child'],
  ['no name', { dob: '2018-05-01' }, 'name'],
  ['a name of spaces', { name: ' \t ', dob: '2018-05-01' }, 'name'],
  ['an endless name', { name: textOf(121), dob: '2018-05-01' }, 'name'],
  ['a name with a control character', { name: 'a\u0007', dob: '2018-05-01' }, 'name'],
  ['a name on two lines', { name: 'a\nb', dob: '2018-05-01' }, 'name'],
  ['a name as number', { name: 5, dob: '2018-05-01' }, 'name'],
  ['no birth date', { name: 'A' }, 'dob'],
  ['a birth date to come', { name: 'A', dob: '2999-01-01' }, 'dob'],
  ['a day that is none', { name: 'A', dob: '2018-02-30' }, 'dob'],
  ['a level', { name: 'A', dob: '2018-05-01', current_level: 8 }, 'current_level'],
  [
    'a family',
    { name: 'A', dob: '2018-05-01', family_id: '00000000-0000-4000-8000-000000000000' },
    'family_id',
  ],
  ['an id that is none', { id: 'mine' }, 'id'],
  ['health as text', { name: 'A', dob: '2018-05-01', health: 'fine' }, 'health'],
  ['health as null', { name: 'A', dob: '2018-05-01', health: null }, 'health'],
  [
    'endless allergies',
    { name: 'A', dob: '2018-05-01', health: { allergies: textOf(2001) } },
    'health.allergies',
  ],
  [
    "a doctor's number that is none",
    { name: 'A', dob: '2018-05-01', health: { doctor_phone: '91234567' } },
    'health.doctor_phone',
  ],
  [
    'a clearance as text',
    { name: 'A', dob: '2018-05-01', health: { medical_clearance: 'yes' } },
    'health.medical_clearance',
  ],
  [
    'a check-up to come',
    { name: 'A', dob: '2018-05-01', health: { last_medical_checkup: '2999-01-01' } },
    'health.last_medical_checkup',
  ],
  ["another child's health", { name: 'A', dob: '2018-05-01', health: { child_id: 'x' } }, 'health.child_id'],
  [
    'an endless note',
    { name: 'A', dob: '2018-05-01', behaviour: { behavioral_notes: textOf(2001) } },
    'behaviour.behavioral_notes',
  ],
  ['contacts as object', { name: 'A', dob: '2018-05-01', emergency_contacts: {} }, 'emergency_contacts'],
  [
    'seven contacts',
    { name: 'A', dob: '2018-05-01', emergency_contacts: Array(7).fill({ name: 'B', phone: '+6591234567' }) },
    'emergency_contacts',
  ],
  [
    'a contact without number',
    { name: 'A', dob: '2018-05-01', emergency_contacts: [{ name: 'B' }] },
    'emergency_contacts[0].phone',
  ],
  [
    'a pickup without name',
    { name: 'A', dob: '2018-05-01', pickup_authorizations: [{ name: 'B' }, { phone: '+6591234567' }] },
    'pickup_authorizations[1].name',
  ],
];

describe('details that save_child refuses', () => {
  test.each(childGarbage)('%s', async (_, child, field) => {
    const before = await countRows(db, 'children');
    expect(await refusal(callAs(db, parent, 'save_child', child))).toMatchObject({
      code: 'invalid_input',
      status: 400,
      field,
    });
    expect(await countRows(db, 'children')).toBe(before);
  });

  test('a valid field is not stored together with an invalid one', async () => {
    const child = await saveChild(db, parent, { name: 'Whole', dob: '2018-05-01' });
    const half = saveChild(db, parent, {
      id: child.id,
      name: 'Half',
      health: { allergies: 'nuts' },
      pickup_authorizations: [{}],
    });
    expect(await refusal(half)).toMatchObject({ field: 'pickup_authorizations[0].name' });
    expect(await rpc(db, parent, 'get_child_details', { p_child_id: child.id })).toEqual(child);
  });

  test('another family’s child cannot be changed, and is not found by others', async () => {
    const child = await saveChild(db, parent, { name: 'Mine', dob: '2018-05-01' });
    await saveChild(db, other, { name: 'Theirs', dob: '2018-05-01' });
    const theft = saveChild(db, other, { id: child.id, name: 'Stolen', health: { allergies: 'x' } });
    expect(await refusal(theft)).toMatchObject({ code: 'child_not_found', status: 404, field: 'id' });
    const look = rpc(db, other, 'get_child_details', { p_child_id: child.id });
    expect(await refusal(look)).toMatchObject({ code: 'child_not_found', status: 404 });
    expect(await rpc(db, parent, 'get_child_details', { p_child_id: child.id })).toEqual(child);
  });

  test('a thirteenth child is refused', async () => {
    const many = await makeParent(db, 'many@example.test');
    for (let n = 0; n < 12; n++) await saveChild(db, many, { name: `Child ${n}`, dob: '2018-05-01' });
    expect(await refusal(saveChild(db, many, { name: 'One more', dob: '2018-05-01' }))).toMatchObject({
      code: 'too_many_children',
      status: 409,
    });
  });
});

const profileGarbage: [what: string, profile: unknown, field: string][] = [
  ['nothing', null, 'p_profile'],
  ['a role', { role: 'admin' }, 'role'],
  ['a family', { family_id: '00000000-0000-4000-8000-000000000000' }, 'family_id'],
  ['an e-mail', { email: 'admin@example.test' }, 'email'],
  ['a number without country', { phone: '91234567' }, 'phone'],
  ['a second number that is none', { secondary_phone: '+0123' }, 'secondary_phone'],
  ['an endless address', { address: textOf(301) }, 'address'],
  ['a language that is none', { preferred_language: 'klingonisch!' }, 'preferred_language'],
  ['a method that is none', { communication_method: 'pigeon' }, 'communication_method'],
  [
    'a WhatsApp number alone',
    { whatsapp_phone: '91234567', whatsapp_country_code: null },
    'whatsapp_country_code',
  ],
  ['a country code alone', { whatsapp_phone: null, whatsapp_country_code: '+65' }, 'whatsapp_phone'],
  ['an endless insurance number', { health: { insurance_number: textOf(61) } }, 'health.insurance_number'],
];

test.each(profileGarbage)('save_profile refuses %s', async (_, profile, field) => {
  const before = await rpc(db, parent, 'get_parent_profile');
  expect(await refusal(callAs(db, parent, 'save_profile', profile))).toMatchObject({
    code: 'invalid_input',
    status: 400,
    field,
  });
  expect(await rpc(db, parent, 'get_parent_profile')).toEqual(before);
});

test('a contact cannot name a child of another family, even if the database owner writes it', async () => {
  const mine = await saveChild(db, parent, { name: 'M', dob: '2018-05-01' });
  const theirs = await saveChild(db, other, { name: 'T', dob: '2018-05-01' });
  const forged = db.sql`
    insert into public.emergency_contacts (family_id, child_id, position, name, phone)
    values (${mine.family_id}, ${theirs.id}, 1, 'A', '+6591234567')`;
  expect(await sqlState(forged)).toBe('23503');
});
