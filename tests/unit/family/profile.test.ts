/**
 * Tests a parent's own profile: missing details, what a step saves, two parents at once, and drafts without health
 * (spec 1 §3).
 */
import { beforeEach, describe, expect, it } from 'vitest';
import * as rareKeys from '#config/rare-storage-keys.ts';
import {
  buildBody,
  missingParts,
  buildSave,
  readTheirChanges,
  listAnswers,
  readValues,
} from '#features/family/parents/profile/model.ts';
import { createProfile } from '#features/family/parents/profile/profile.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { profile, userId } from './people.ts';

const browser = fakeBrowser();

async function openProfile(change: Parameters<typeof profile>[0] = {}) {
  browser.api.on('get_parent_profile', { body: profile(change) });
  const store = createProfile(userId);
  await store.open();
  return store;
}
const readSent = () => browser.api.named('save_profile').at(-1)?.body['p_profile'];

beforeEach(() => storeSession({ id: userId }));

describe('the missing fields of a profile', () => {
  it.each([
    [{}, []],
    [{ phone: null }, ['phone']],
    [{ name: ' ' }, ['name']],
    [{ emergency_contacts: [] }, ['emergency_contact']],
    [{ verification_status: 'unverified' as const }, ['email']],
    [{ phone: null, name: '', emergency_contacts: [] }, ['phone', 'emergency_contact', 'name']],
  ])('with %j are %j', (change, missing) => {
    expect(missingParts(profile(change))).toEqual(missing);
  });
});

it('summarizes a step with each number once and choices in words', () => {
  const reached = profile({
    phone: '+6591234567',
    whatsapp_country_code: '+65',
    whatsapp_phone: '91234567',
    secondary_phone: null,
    communication_method: 'sms',
    address: null,
  });
  expect(listAnswers('reach', reached)).toEqual(['+65 9123 4567', 'SMS']);
});

describe('the saved values', () => {
  it('have numbers in E.164, null for cleared fields, and health in its own object', () => {
    expect(buildBody({ phone: '9123 4567', address: ' ', 'health.allergies': 'Bees', name: '' })).toEqual({
      phone: '+6591234567',
      address: null,
      health: { allergies: 'Bees' },
      name: '',
    });
  });

  it.each([
    ['+44 20 7946 0958', { whatsapp_country_code: '+44', whatsapp_phone: '2079460958' }],
    ['9123 4567', { whatsapp_country_code: '+65', whatsapp_phone: '91234567' }],
    ['', { whatsapp_country_code: null, whatsapp_phone: null }],
  ])('split the WhatsApp number %j into country code and number', (whatsapp, body) => {
    expect(buildBody({ whatsapp })).toEqual(body);
  });

  it('show the two parts of a WhatsApp number as one', () => {
    const values = readValues(profile({ whatsapp_country_code: '+44', whatsapp_phone: '2079460958' }));
    expect(values['whatsapp']).toBe('+44 207 946 0958');
  });

  it('include health the first time, even if it is empty', () => {
    expect(buildSave('health', {}, {}, profile())).toEqual({ health: {} });
    const before = profile({ health: { ...noHealth, allergies: 'Bees' } });
    expect(buildSave('health', {}, {}, before)).toEqual({});
  });

  it('are only the changed fields, with their earlier values', async () => {
    const store = await openProfile({ address: '1 River Road' });
    store.go('reach');
    store.form.change({ address: '2 River Road' });
    browser.api.on('save_profile', { body: profile({ address: '2 River Road' }) });
    await store.save();
    expect(readSent()).toEqual({ address: '2 River Road', original: { address: '1 River Road' } });
    expect(store.$step.get()).toBeNull();
    expect(store.$note.get()).toEqual({ step: 'reach', tone: 'calm', text: 'Saved.' });
  });

  it('are whole lists of people, with the earlier list', async () => {
    const store = await openProfile();
    store.go('people');
    const [grandma] = store.$people.get();
    store.setPeople([grandma ?? failToRead(), { name: 'Uncle Lim', relationship: '', phone: '8123 4567' }]);
    browser.api.on('save_profile', { body: profile() });
    await store.save();
    const before = { name: 'Grandma', relationship: 'Grandmother', phone: '+6598765432' };
    expect(readSent()).toEqual({
      emergency_contacts: [before, { name: 'Uncle Lim', relationship: null, phone: '+6581234567' }],
      original: { emergency_contacts: [before] },
    });
  });

  it('are not sent if nothing changed, and the step closes', async () => {
    const store = await openProfile();
    store.go('you');
    await store.save();
    expect(browser.api.named('save_profile')).toHaveLength(0);
    expect(store.$step.get()).toBeNull();
  });
});

describe('a mistake', () => {
  it('in a number is shown at its field, and nothing is sent', async () => {
    const store = await openProfile();
    store.go('reach');
    store.form.change({ phone: '9123 456' });
    await store.save();
    expect(store.form.$faults.get()).toEqual({ phone: { kind: 'phone_digits', digits: 7 } });
    expect(store.form.$failedSubmits.get()).toBe(1);
    expect(browser.api.named('save_profile')).toHaveLength(0);
  });

  it('is a missing phone number of a contact, unless the person only collects', async () => {
    const store = await openProfile();
    store.go('people');
    store.setPeople([{ name: 'Uncle', relationship: '', phone: '' }]);
    await store.save();
    expect(store.form.$faults.get()).toEqual({ 'emergency_contacts[0].phone': { kind: 'missing' } });
    store.go('pickup');
    store.setPeople([{ name: 'Uncle', relationship: '', phone: '' }]);
    browser.api.on('save_profile', { body: profile() });
    await store.save();
    expect(readSent()).toMatchObject({ pickup_authorizations: [{ name: 'Uncle', phone: null }] });
  });

  it('that the server finds is shown at its field, even if the server names it differently', async () => {
    const store = await openProfile();
    store.go('reach');
    store.form.change({ whatsapp: '9123 4567' });
    browser.api.on('save_profile', refusal('invalid_input', 400, 'whatsapp_phone'));
    await store.save();
    expect(store.form.$faults.get()).toEqual({ whatsapp: { kind: 'not_accepted' } });
    expect(store.form.$values.get()['whatsapp']).toBe('9123 4567');
  });

  it('a failure of the network loses no input', async () => {
    const store = await openProfile();
    store.go('wishes');
    store.form.change({ special_instructions: 'Call after four' });
    browser.api.on('save_profile', 'network failure');
    await store.save();
    expect(store.$note.get()).toMatchObject({ step: 'wishes', tone: 'bad' });
    expect(store.form.$values.get()['special_instructions']).toBe('Call after four');
    expect(store.$step.get()).toBe('wishes');
  });
});

describe('two parents at once', () => {
  const overwritten = [
    { field: 'emergency_contacts', theirs: [{ name: 'Aunt', relationship: null, phone: '+6581112222' }] },
  ];

  it('the last writer is told the other’s value, and can restore it', async () => {
    const store = await openProfile();
    store.go('people');
    store.setPeople([{ name: 'Uncle', relationship: '', phone: '8123 4567' }]);
    browser.api.on('save_profile', { body: { ...profile(), overwritten } });
    await store.save();
    expect(store.$otherVersion.get()?.fields).toEqual([
      { field: 'emergency_contacts', text: null, people: overwritten[0]?.theirs },
    ]);
    browser.api.on('save_profile', { body: profile() });
    await store.bringBack();
    expect(readSent()).toEqual({ emergency_contacts: overwritten[0]?.theirs });
    expect(store.$otherVersion.get()).toBeNull();
  });

  it('the last writer can keep their own value', async () => {
    const store = await openProfile();
    store.go('people');
    store.setPeople([{ name: 'Uncle', relationship: '', phone: '8123 4567' }]);
    browser.api.on('save_profile', { body: { ...profile(), overwritten } });
    await store.save();
    store.keepOwnVersion();
    expect(store.$otherVersion.get()).toBeNull();
    expect(browser.api.named('save_profile')).toHaveLength(1);
  });

  it('a conflict about a WhatsApp number is one conflict, not two', () => {
    expect(
      readTheirChanges([
        { field: 'whatsapp_country_code', theirs: '+44' },
        { field: 'whatsapp_phone', theirs: '2079460958' },
      ]),
    ).toEqual([{ field: 'whatsapp', text: '+44 207 946 0958', people: null }]);
  });
});

describe('a draft', () => {
  it('is restored at the next visit, but without health, special wishes or people', async () => {
    const store = await openProfile();
    store.go('reach');
    store.form.change({ address: '3 River Road' });
    store.form.change({ 'health.allergies': 'Peanuts' });
    store.form.change({ special_instructions: 'Custody on Fridays' });
    store.go('people');
    store.setPeople([{ name: 'Secret Uncle', relationship: '', phone: '8123 4567' }]);
    store.form.flush();
    const draft = browser.storage.getItem(rareKeys.familyDrafts) ?? '';
    expect(draft).toContain('3 River Road');
    expect(draft).not.toMatch(/Peanuts|Custody|Secret/);

    const reopened = await openProfile();
    expect(reopened.form.$values.get()['address']).toBe('3 River Road');
    expect(reopened.form.$isRestored.get()).toBe(true);
  });
});

it('says if the profile cannot be read, and can be retried', async () => {
  browser.api.on('get_parent_profile', 'network failure');
  const store = createProfile(userId);
  await store.open();
  expect(store.$view.get()).toEqual({ state: 'failed', code: 'unexpected' });
  browser.api.on('get_parent_profile', { body: profile() });
  await store.open();
  expect(store.$view.get().state).toBe('ready');
});

const noHealth = {
  medical_conditions: null,
  allergies: null,
  medications: null,
  doctor_name: null,
  doctor_phone: null,
  insurance_provider: null,
  insurance_number: null,
};
function failToRead(): never {
  throw new Error('There is a person.');
}
