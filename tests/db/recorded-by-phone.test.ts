/**
 * Tests what the office does at a parent's request by phone: consents, emergency contacts, requests for details and
 * invitations. The family is mailed each time, and a parent's own later answer counts.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { InvitedParent, RecordedByPhone } from '#contract/family-child.ts';
import { FamilyPage } from '#contract/management-families.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { makeParent } from '#support/sql-details.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let version: number;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  const [row] = await db.sql<[{ version: number }]>`select private.consent_version('photo') as version`;
  version = row.version;
  await db.sql`update auth.users set email_confirmed_at = now() where email = 'other@example.test'`;
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`delete from public.rate_limits`;
  await db.sql`delete from public.outbox`;
});

type Role = keyof People['callers'];
const call = (name: string, args: Record<string, unknown>, role: Role = 'admin') =>
  rpc(db, people.callers[role], name, args);
const page = async () => v.parse(FamilyPage, await call('get_family_page', { p_family_id: people.familyId }));
const seenAt = async (purpose: string, childId: string | null) =>
  (await page()).consents
    .filter((one) => one.purpose === purpose && [null, childId].includes(one.child_id))
    .map(({ at }) => at)
    .toSorted()
    .at(-1) ?? null;
const consent = async (more: Record<string, unknown> = {}, role: Role = 'admin') => {
  const args = {
    p_family_id: people.familyId,
    p_profile_id: people.parentId,
    p_child_id: people.childId as string | null,
    p_purpose: 'photo',
    p_given: true,
    p_version: version,
    ...more,
  };
  const p_seen_at = await seenAt(args.p_purpose, args.p_child_id);
  return v.parse(RecordedByPhone, await call('record_family_consent', { p_seen_at, ...args }, role));
};
const hasConsent = async (purpose = 'photo') => {
  const [row] = await db.sql<[{ given: boolean }]>`
    select private.has_consent(${people.familyId}, ${people.childId}, ${purpose}) as given`;
  return row.given;
};
const contact = (more: Record<string, unknown> = {}, role: Role = 'admin') =>
  call(
    'record_emergency_contact',
    {
      p_note_id: randomUUID(),
      p_family_id: people.familyId,
      p_name: 'Gran Tan',
      p_relationship: 'grandmother',
      p_phone: '+6591234567',
      p_told_by: 'Mei Tan',
      ...more,
    },
    role,
  );
const mails = (template: string) => db.sql<{ recipient: string; payload: Record<string, unknown> }[]>`
  select recipient, payload from public.outbox where template = ${template} order by recipient`;

const calls = (): [string, Record<string, unknown>][] => [
  [
    'record_family_consent',
    {
      p_family_id: people.familyId,
      p_profile_id: people.parentId,
      p_child_id: people.childId,
      p_purpose: 'photo',
      p_given: true,
      p_version: version,
      p_seen_at: null,
    },
  ],
  [
    'record_emergency_contact',
    {
      p_note_id: randomUUID(),
      p_family_id: people.familyId,
      p_name: 'Mallory',
      p_relationship: '',
      p_phone: '+6591234567',
      p_told_by: 'Me',
    },
  ],
  ['ask_family_details', { p_child_id: people.childId }],
  ['invite_parent_for_family', { p_family_id: people.familyId, p_email: 'mallory@example.test' }],
];
describe.each([0, 1, 2, 3])('call %i', (at) => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) => {
    const [name, args] = calls()[at] ?? ['', {}];
    expect(await sqlState(call(name, args, role))).toBe('42501');
  });
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) => {
    const [name, args] = calls()[at] ?? ['', {}];
    expect(await refusal(call(name, args, role))).toMatchObject({ code: 'not_allowed' });
    expect(await db.sql`select from public.outbox`).toEqual([]);
  });
});

describe('a consent by phone', () => {
  test('counts, names who said it and who wrote it down, and both parents are mailed', async () => {
    expect(await consent({ p_given: false })).toEqual({ notified: 2 });
    expect(await hasConsent()).toBe(false);
    await consent();
    expect(await hasConsent()).toBe(true);
    expect((await page()).consents.find((one) => one.source === 'phone')).toMatchObject({
      purpose: 'photo',
      child_id: people.childId,
      given: true,
      recorded_by: 'admin@example.test',
    });
    const sent = await mails('details_corrected');
    expect(sent.map(({ recipient }) => recipient)).toEqual([
      'parent@example.test',
      'parent@example.test',
      'second@example.test',
      'second@example.test',
    ]);
    expect(sent.map(({ payload }) => payload['consent'])).toContainEqual({ purpose: 'photo', given: true });
  });
  test('a parent’s own later answer wins', async () => {
    await consent();
    const own = { p_purpose: 'photo', p_given: false, p_version: version, p_child_id: people.childId };
    await call('record_consent', own, 'parent');
    expect(await hasConsent()).toBe(false);
  });
  test('a parent’s answer since staff opened the page is not overridden', async () => {
    const p_seen_at = await seenAt('photo', people.childId);
    const own = { p_purpose: 'photo', p_given: false, p_version: version, p_child_id: people.childId };
    await call('record_consent', own, 'second parent');
    expect(await refusal(consent({ p_seen_at }))).toMatchObject({ code: 'changed_meanwhile' });
    expect(await hasConsent()).toBe(false);
    expect(await mails('details_corrected')).toEqual([]);
  });
  test.each(['terms', 'liability', 'x'])('%s stays the parent’s own', async (p_purpose) =>
    expect(await refusal(consent({ p_purpose, p_child_id: null }))).toMatchObject({
      code: 'invalid_input',
      field: 'p_purpose',
    }),
  );
  test('news are a parent’s own decision, the other purposes a child’s', async () => {
    await consent({ p_purpose: 'marketing', p_child_id: null, p_version: 1 });
    expect(await refusal(consent({ p_purpose: 'marketing' }))).toMatchObject({ field: 'p_child_id' });
    expect(await refusal(consent({ p_purpose: 'medical', p_child_id: null }))).toMatchObject({
      field: 'p_child_id',
    });
  });
  test('only a parent and a child of the family, the current words and an answer are accepted', async () => {
    expect(await refusal(consent({ p_profile_id: people.coachId }))).toMatchObject({
      code: 'parent_not_found',
    });
    expect(await refusal(consent({ p_child_id: people.otherChildId }))).toMatchObject({
      code: 'child_not_found',
    });
    expect(await refusal(consent({ p_version: version + 1 }))).toMatchObject({
      code: 'consent_text_changed',
    });
    expect(await refusal(consent({ p_given: null }))).toMatchObject({ field: 'p_given' });
  });
});

describe('an emergency contact by phone', () => {
  test('goes to the end of the list once, with a note of who told it, and the parents are mailed', async () => {
    await db.sql`delete from public.emergency_contacts where family_id = ${people.familyId}`;
    await db.sql`
      insert into public.emergency_contacts (family_id, position, name, phone)
      values (${people.familyId}, 1, 'Uncle Ben', '+6598765432')`;
    const p_note_id = randomUUID();
    expect(await contact({ p_note_id })).toEqual({ notified: 2 });
    expect(await contact({ p_note_id })).toEqual({ notified: 2 });
    expect(
      await db.sql`
        select name, relationship, phone from public.emergency_contacts
        where family_id = ${people.familyId} order by position`,
    ).toEqual([
      { name: 'Uncle Ben', relationship: null, phone: '+6598765432' },
      { name: 'Gran Tan', relationship: 'grandmother', phone: '+6591234567' },
    ]);
    expect((await page()).notes[0]).toMatchObject({
      note: 'Emergency contact added: Gran Tan. Told by phone by Mei Tan.',
      who: 'admin@example.test',
    });
    expect(await mails('details_corrected')).toHaveLength(2);
  });
  test('a person who must never collect a child is refused, also with a part of the name', async () => {
    await db.sql`insert into public.blocked_collectors (family_id, name) values (${people.familyId}, 'Tan Ah Kow')`;
    expect(await refusal(contact({ p_name: 'ah kow' }))).toMatchObject({
      code: 'contact_is_blocked',
      field: 'name',
    });
    await db.sql`delete from public.blocked_collectors where family_id = ${people.familyId} and name = 'Tan Ah Kow'`;
  });
  test.each([
    ['p_phone', '91234567'],
    ['p_name', ''],
    ['p_told_by', ' '],
  ])('a wrong %s is refused', async (field, value) =>
    expect(await refusal(contact({ [field]: value }))).toMatchObject({ code: 'invalid_input' }),
  );
});

describe('a request for missing details', () => {
  test('is mailed to both parents once a day, without saying anything about health', async () => {
    await db.sql`delete from public.child_health where child_id = ${people.childId}`;
    expect(await call('ask_family_details', { p_child_id: people.childId })).toEqual({ mails: 2 });
    expect(await call('ask_family_details', { p_child_id: people.childId })).toEqual({ mails: 0 });
    const [mail] = await mails('details_requested');
    expect(mail?.payload['missing']).toEqual(['health']);
    expect(mail?.payload).not.toHaveProperty('manage_token');
  });
  test('nothing is sent if nothing is missing', async () => {
    await db.sql`
      insert into public.child_health (child_id, answer, answered_at, answered_through)
      values (${people.childId}, 'nothing', now(), 'family')`;
    expect(await call('ask_family_details', { p_child_id: people.childId })).toEqual({ mails: 0 });
    expect(await mails('details_requested')).toEqual([]);
  });
});

describe('an invitation by the office', () => {
  const invite = async (familyId: string, p_email = 'Dad@example.test') =>
    v.parse(InvitedParent, await call('invite_parent_for_family', { p_family_id: familyId, p_email }));
  beforeEach(() => db.sql`delete from public.blocked_collectors where family_id = ${people.otherFamilyId}`);
  test('a family with two parents has no place for a third', async () =>
    expect(await refusal(invite(people.familyId))).toMatchObject({ code: 'family_full' }));
  test('is mailed, the first parent is told and can withdraw it, and staff never see the link', async () => {
    const answer = await call('invite_parent_for_family', {
      p_family_id: people.otherFamilyId,
      p_email: 'Dad@example.test',
    });
    expect(v.parse(InvitedParent, answer)).toMatchObject({ email: 'dad@example.test', mailed: true });
    const [mail] = await mails('parent_invitation');
    expect(mail?.recipient).toBe('dad@example.test');
    expect(JSON.stringify(answer)).not.toContain(mail?.payload['token']);
    expect(await mails('parents_changed')).toMatchObject([
      {
        recipient: 'other@example.test',
        payload: { kind: 'invited_by_office', email: 'dad@example.test' },
      },
    ]);
    expect(await call('withdraw_invitation', {}, 'other parent')).toEqual({ withdrawn: true });
  });
  test('a family that has blocked a person invites by itself, and the blocked person cannot join', async () => {
    await invite(people.otherFamilyId, 'kow@example.test');
    const [mail] = await mails('parent_invitation');
    await db.sql`insert into public.blocked_collectors (family_id, name) values (${people.otherFamilyId}, 'Ah Kow')`;
    const blocked = await makeParent(db, 'kow@example.test');
    await db.sql`update public.profiles set name = 'AH  kow' where email = 'kow@example.test'`;
    expect(
      await refusal(rpc(db, blocked, 'accept_invitation', { p_token: mail?.payload['token'] })),
    ).toMatchObject({ code: 'collector_is_parent' });
    expect(await refusal(invite(people.otherFamilyId))).toMatchObject({ code: 'parent_must_invite' });
  });
  test('the invited parent joins by the link', async () => {
    await invite(people.otherFamilyId);
    const [mail] = await mails('parent_invitation');
    const dad = await makeParent(db, 'dad@example.test');
    expect(await rpc(db, dad, 'accept_invitation', { p_token: mail?.payload['token'] })).toEqual({
      family_id: people.otherFamilyId,
    });
  });
  test('a family without an account cannot be joined', async () => {
    const [guest] = await db.sql<[{ id: string }]>`
      select id from public.families where primary_parent_id is null and secondary_parent_id is null limit 1`;
    expect(await refusal(invite(guest.id))).toMatchObject({ code: 'parent_not_found' });
  });
});
