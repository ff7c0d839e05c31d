import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { ChildProfile, ParentProfile } from '#contract/family-people.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { makeParent, saveChild, saveProfile } from '#support/sql-details.ts';
import { refusal, rpc } from '#support/sql.ts';

// Tests two parents who have the same form open: the parent who saves last sees which values of the other parent were
// replaced.

let db: TestDatabase;
let first: Caller;
let second: Caller;
let childId: string;
beforeAll(async () => {
  db = await createDatabase();
  first = await makeParent(db, 'first@example.test');
  second = await makeParent(db, 'second@example.test');
  childId = (await saveChild(db, first, { name: 'Kai', dob: '2018-05-01', gender: 'boy' })).id;
  const { token } = await rpc<{ token: string }>(db, first, 'invite_parent', {
    p_email: 'second@example.test',
  });
  await rpc(db, second, 'accept_invitation', { p_token: token });
});
afterAll(() => db.drop());

const save = async (who: Caller, child: object) =>
  v.parse(ChildProfile, await saveChild(db, who, { id: childId, ...child }));
const readChild = async (who: Caller) =>
  v.parse(ChildProfile, await rpc(db, who, 'get_child_details', { p_child_id: childId }));
const gran = { name: 'Gran', relationship: null, phone: '+6591234567' };
const aunt = { name: 'Aunt', relationship: 'Aunt', phone: '+6591234568' };

test('a save without the original values compares and reports nothing', async () => {
  expect(await save(first, { gender: 'girl' })).not.toHaveProperty('overwritten');
});

test('a save reports the values that the other parent changed and that it replaces', async () => {
  await save(first, {
    name: 'Kai',
    gender: 'boy',
    health: { allergies: 'Peanuts' },
    emergency_contacts: [gran],
  });
  const original = {
    name: 'Kai',
    gender: 'boy',
    shirt_size: null,
    health: { allergies: 'Peanuts', medications: null },
    behaviour: { personality: null },
    emergency_contacts: [gran],
  };
  await save(second, {
    name: 'Kai Ming',
    shirt_size: 'M',
    health: { allergies: 'Peanuts, bees' },
    behaviour: { personality: 'Shy' },
    emergency_contacts: [gran, aunt],
  });
  const saved = await save(first, {
    name: 'Kai',
    gender: 'other',
    shirt_size: 'M',
    health: { allergies: 'Peanuts, eggs', medications: 'EpiPen' },
    behaviour: { personality: 'Bold' },
    emergency_contacts: [{ name: 'Gran', phone: '+6591234567' }],
    original,
  });
  expect(saved.overwritten).toEqual([
    { field: 'behaviour.personality', theirs: 'Shy' },
    { field: 'emergency_contacts', theirs: [gran, aunt] },
    { field: 'name', theirs: 'Kai Ming' },
  ]);
  // Text lists are merged, so the other parent's entries stay.
  expect(saved).toMatchObject({
    name: 'Kai',
    shirt_size: 'M',
    health: { allergies: 'Peanuts, bees\nPeanuts, eggs', medications: 'EpiPen' },
  });
});

test('fields that a save does not send keep the other parent’s values, and are not reported', async () => {
  await save(second, { gender: 'girl', shirt_size: 'L' });
  const saved = await save(first, { shirt_size: 'S', original: { gender: 'other', shirt_size: 'L' } });
  expect(saved.overwritten).toEqual([]);
  expect(saved.gender).toBe('girl');
});

test('an emptied field is reported as empty, and an empty text equals a missing value', async () => {
  await save(second, { shirt_size: null, pickup_authorizations: [] });
  const saved = await save(first, {
    shirt_size: 'M',
    pickup_authorizations: [aunt],
    original: { shirt_size: 'S', pickup_authorizations: [gran] },
  });
  expect(saved.overwritten).toEqual([
    { field: 'pickup_authorizations', theirs: [] },
    { field: 'shirt_size', theirs: null },
  ]);
  expect((await save(first, { gender: '', original: { gender: '' } })).overwritten).toMatchObject([
    { field: 'gender', theirs: 'girl' },
  ]);
  expect((await save(first, { gender: 'boy', original: { gender: '' } })).overwritten).toEqual([]);
});

test('the family’s lists are compared too, separately from the child’s own', async () => {
  const profile = async (who: Caller, body: object) =>
    v.parse(ParentProfile, await saveProfile(db, who, body));
  await profile(first, { emergency_contacts: [gran], pickup_authorizations: [gran] });
  await profile(second, { emergency_contacts: [aunt], pickup_authorizations: [aunt] });
  const saved = await profile(first, {
    name: 'Mei',
    emergency_contacts: [gran, aunt],
    pickup_authorizations: [aunt],
    original: { name: 'first@example.test', emergency_contacts: [gran], pickup_authorizations: [gran] },
  });
  expect(saved.overwritten).toEqual([{ field: 'emergency_contacts', theirs: [aunt] }]);
  const child = await readChild(second);
  expect(child.own_pickup_authorizations).toEqual([aunt]);
  expect(child.pickup_authorizations).toEqual([aunt, aunt]);
});

test('invalid original values are refused, and nothing changes', async () => {
  for (const original of [7, 'x', []])
    expect(await refusal(save(first, { name: 'Never', original }))).toMatchObject({
      code: 'invalid_input',
      field: 'original',
    });
  expect((await readChild(first)).name).toBe('Kai');
});
