import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChildProfile } from '#contract/family-people.ts';
import { createAddChild } from '#features/family/child/add-child.ts';
import { createChild } from '#features/family/child/child.ts';
import { bodyOf, familyPeople, missingIn, buildSave, readValues } from '#features/family/child/model.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { family } from './examples.ts';

const browser = fakeBrowser();
const ID = '6d0f0f3e-0000-4000-8000-0000000000c1';
const grandma = { name: 'Grandma Tan', relationship: 'Grandmother', phone: '+6591001000' };
const uncle = { name: 'Uncle Lee', relationship: null, phone: '+6591001001' };
const kai: ChildProfile = {
  id: ID,
  family_id: 'f1',
  name: 'Kai',
  dob: '2018-03-14',
  gender: null,
  current_level: 2,
  agreed_teams: [],
  experience_level: 'wobbles',
  shirt_size: '120',
  status: 'own' as const,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  quiz_completed: true,
  has_photo: false,
  health: null,
  behaviour: null,
  health_answer: { state: 'unknown', at: null, by: null },
  emergency_contacts: [uncle, grandma],
  emergency_contact: 'Uncle Lee',
  emergency_phone: '+6591001001',
  pickup_authorizations: [grandma],
  own_emergency_contacts: [uncle],
  own_pickup_authorizations: [],
  indemnity_signed: true,
  medical_consent: true,
  photo_consent: false,
  activity_participation_consent: true,
  child_profile_complete: false,
};
const hooks = { onAdded: vi.fn(), onAddFailed: vi.fn() };

beforeEach(() => {
  vi.resetAllMocks();
  storeSession({ id: 'parent-1' });
  browser.api.on('get_child_details', { body: kai });
  browser.api.on('get_family_dashboard', { body: family });
  browser.api.on('save_child', { body: kai });
});
async function openChild() {
  const child = createChild(ID);
  await child.open();
  return child;
}
const readSent = () => browser.api.named('save_child').map(({ body }) => body['p_child']);

describe('converting between form and database', () => {
  it('sends numbers in E.164, days in ISO format, booleans, and null for empty text', () => {
    expect(
      bodyOf({
        dob: '2018-3-4',
        shirt_size: ' ',
        'health.doctor_phone': '9123 4567',
        'health.medical_clearance': 'false',
        'behaviour.personality': ' Shy ',
      }),
    ).toEqual({
      dob: '2018-03-04',
      shirt_size: null,
      health: { doctor_phone: '+6591234567', medical_clearance: false },
      behaviour: { personality: 'Shy' },
    });
    expect(readValues(kai)).toMatchObject({ name: 'Kai', dob: '2018-03-14', 'health.allergies': '' });
  });

  it('sends only changed fields with their earlier values, and “nothing to report” for the tick', () => {
    expect(buildSave({ shirt_size: '130' }, { shirt_size: '120' }, kai)).toEqual({
      id: ID,
      shirt_size: '130',
      original: { shirt_size: '120' },
    });
    expect(buildSave({}, {}, kai)).toEqual({ id: ID });
    expect(buildSave({ 'health.answer': 'true' }, {}, kai)).toMatchObject({
      id: ID,
      health: { answer: 'nothing' },
    });
  });

  it('tells the child’s contacts from the family’s, and finds what is missing', () => {
    expect(familyPeople(kai, 'people')).toEqual([grandma]);
    expect(missingIn(kai, false)).toEqual(['health', 'photo']);
    expect(missingIn({ ...kai, emergency_contacts: [], medical_consent: false }, true)).toEqual([
      'health',
      'emergency_contact',
      'medical',
    ]);
  });
});

describe('a profile', () => {
  it('saves and closes a step, and reads the family again', async () => {
    const child = await openChild();
    child.go('about');
    child.form.change({ shirt_size: '130' });
    await Promise.all([child.save(), child.save()]);
    expect(readSent()).toEqual([{ id: ID, shirt_size: '130', original: { shirt_size: '120' } }]);
    expect(child.$step.get()).toBeNull();
    expect(child.$note.get()).toMatchObject({ step: 'about', tone: 'calm' });
  });

  it('shows mistakes at their fields, and sends nothing', async () => {
    const child = await openChild();
    child.go('doctor');
    child.form.change({ 'health.doctor_phone': '12' });
    await child.save();
    expect(child.form.$faults.get()).toEqual({ 'health.doctor_phone': { kind: 'phone_digits', digits: 2 } });
    expect(readSent()).toEqual([]);
  });

  it('saves drafts of plain fields, but never of health or people', async () => {
    const child = await openChild();
    child.go('about');
    child.form.change({ name: 'Kai Tan' });
    child.go('health');
    child.form.change({ 'health.allergies': 'Peanuts' });
    child.go('people');
    child.setPeople([{ name: 'Auntie May', relationship: '', phone: '91002000' }]);
    child.form.flush();
    const text = [...browser.storage.entries.values()].join();
    expect(text).toContain('Kai Tan');
    expect(text).not.toContain('Peanuts');
    expect(text).not.toContain('Auntie');
    const reopened = await openChild();
    expect(reopened.form.$values.get()['name']).toBe('Kai Tan');
    expect(reopened.form.$isRestored.get()).toBe(true);
  });

  it('sends a list of people as a whole with its earlier value, without empty rows', async () => {
    const child = await openChild();
    child.go('people');
    child.setPeople([...child.$people.get(), { name: '', relationship: '', phone: '' }]);
    await child.save();
    expect(readSent()).toEqual([
      { id: ID, emergency_contacts: [uncle], original: { emergency_contacts: [uncle] } },
    ]);
  });

  it('tells the last writer what the other parent had written, and can restore it', async () => {
    const child = await openChild();
    browser.api.on('save_child', {
      body: {
        ...kai,
        shirt_size: '130',
        overwritten: [
          { field: 'shirt_size', theirs: '140' },
          { field: 'emergency_contacts', theirs: [grandma] },
        ],
      },
    });
    child.go('about');
    child.form.change({ shirt_size: '130' });
    await child.save();
    expect(child.$otherVersion.get()?.fields.map(({ field }) => field)).toEqual([
      'shirt_size',
      'emergency_contacts',
    ]);
    await child.bringBack();
    expect(readSent()[1]).toEqual({ id: ID, shirt_size: '140', emergency_contacts: [grandma] });
  });

  it('marks a field that the server refuses, and keeps the step open', async () => {
    const child = await openChild();
    browser.api.on('save_child', refusal('invalid_input', 400, 'name'));
    child.go('about');
    child.form.change({ name: 'Kai 2' });
    await child.save();
    expect(child.form.$faults.get()).toEqual({ name: { kind: 'not_accepted' } });
    expect(child.$step.get()).toBe('about');
  });

  it('is not requested if the id is malformed', async () => {
    const child = createChild('no-id');
    await child.open();
    expect(child.$view.get()).toEqual({ state: 'failed', code: 'child_not_found' });
    expect(browser.api.calls).toEqual([]);
  });

  it('is not found if the child belongs to another family', async () => {
    browser.api.on('get_child_details', refusal('child_not_found', 404));
    const child = await openChild();
    expect(child.$view.get()).toEqual({ state: 'failed', code: 'child_not_found' });
  });
});

describe('adding a child', () => {
  it('requires a name and a birth date', async () => {
    const form = createAddChild(hooks);
    form.open({});
    await form.submit();
    expect(Object.keys(form.$faults.get())).toEqual(['name', 'dob']);
    expect(readSent()).toEqual([]);
  });

  it('is one call without a level, because the database decides that everybody starts at 1', async () => {
    const form = createAddChild(hooks);
    form.open({});
    form.change({ name: 'Mia' });
    form.change({ dob: '2019-5-1' });
    await form.submit();
    expect(readSent()).toEqual([{ name: 'Mia', dob: '2019-05-01' }]);
    expect(hooks.onAdded).toHaveBeenCalledExactlyOnceWith('Kai', ID);
    expect(browser.api.named('get_family_dashboard')).toHaveLength(1);
  });

  it('shows a failure, and keeps the input', async () => {
    browser.api.on('save_child', refusal('too_many_children'));
    const form = createAddChild(hooks);
    form.open({});
    form.change({ name: 'Mia' });
    form.change({ dob: '2019-5-1' });
    await form.submit();
    expect(hooks.onAddFailed).toHaveBeenCalledOnce();
    expect(form.$outcome.get()?.text).toMatch(/more children/);
    expect(form.$values.get()['name']).toBe('Mia');
  });
});
