/**
 * A parent's own profile: what is missing, what a step sends, two parents at once, drafts without health (spec 1 §3).
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { storageKeys } from '#config/paths.ts';
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
import { storeSession } from '#support/unit/session.ts';
import { profile, userId } from './people.ts';

const browser = fakeBrowser();

async function opened(change: Parameters<typeof profile>[0] = {}) {
  browser.api.on('get_parent_profile', { body: profile(change) });
  const store = createProfile(userId);
  await store.open();
  return store;
}
const sent = () => browser.api.named('save_profile').at(-1)?.body['p_profile'];

beforeEach(() => storeSession({ id: userId }));

describe('what is missing', () => {
  it.each([
    [{}, []],
    [{ phone: null }, ['phone']],
    [{ name: ' ' }, ['name']],
    [{ emergency_contacts: [] }, ['emergency_contact']],
    [{ verification_status: 'unverified' as const }, ['email']],
    [{ phone: null, name: '', emergency_contacts: [] }, ['phone', 'emergency_contact', 'name']],
  ])('of %j is %j', (change, missing) => {
    expect(missingParts(profile(change))).toEqual(missing);
  });
});

it('tells of a step what stands in it: a number once, a choice by its words', () => {
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

describe('what is sent', () => {
  it('is numbers in E.164, what is cleared as null, and health below its own name', () => {
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
  ])('splits WhatsApp’s number %j into country and number', (whatsapp, body) => {
    expect(buildBody({ whatsapp })).toEqual(body);
  });

  it('shows WhatsApp’s two halves as one number', () => {
    const values = readValues(profile({ whatsapp_country_code: '+44', whatsapp_phone: '2079460958' }));
    expect(values['whatsapp']).toBe('+44 207 946 0958');
  });

  it('is health once nobody was ever asked, also without a word: nothing to tell', () => {
    expect(buildSave('health', {}, {}, profile())).toEqual({ health: {} });
    const asked = profile({ health: { ...noHealth, allergies: 'Bees' } });
    expect(buildSave('health', {}, {}, asked)).toEqual({});
  });

  it('is only what changed, with what stood there when it was read', async () => {
    const store = await opened({ address: '1 River Road' });
    store.go('reach');
    store.form.change({ address: '2 River Road' });
    browser.api.on('save_profile', { body: profile({ address: '2 River Road' }) });
    await store.save();
    expect(sent()).toEqual({ address: '2 River Road', seen: { address: '1 River Road' } });
    expect(store.$step.get()).toBeNull();
    expect(store.$note.get()).toEqual({ step: 'reach', tone: 'calm', text: 'Saved.' });
  });

  it('is a whole list of persons, with the list as it stood', async () => {
    const store = await opened();
    store.go('people');
    const [grandma] = store.$people.get();
    store.setPeople([grandma ?? never(), { name: 'Uncle Lim', relationship: '', phone: '8123 4567' }]);
    browser.api.on('save_profile', { body: profile() });
    await store.save();
    const before = { name: 'Grandma', relationship: 'Grandmother', phone: '+6598765432' };
    expect(sent()).toEqual({
      emergency_contacts: [before, { name: 'Uncle Lim', relationship: null, phone: '+6581234567' }],
      seen: { emergency_contacts: [before] },
    });
  });

  it('is nothing where nothing changed: the step closes', async () => {
    const store = await opened();
    store.go('you');
    await store.save();
    expect(browser.api.named('save_profile')).toHaveLength(0);
    expect(store.$step.get()).toBeNull();
  });
});

describe('what is wrong', () => {
  it('is said beside a number, and nothing is sent', async () => {
    const store = await opened();
    store.go('reach');
    store.form.change({ phone: '9123 456' });
    await store.save();
    expect(store.form.$faults.get()).toEqual({ phone: { kind: 'phone_digits', digits: 7 } });
    expect(store.form.$refusals.get()).toBe(1);
    expect(browser.api.named('save_profile')).toHaveLength(0);
  });

  it('of a person without a phone is said, unless they only fetch', async () => {
    const store = await opened();
    store.go('people');
    store.setPeople([{ name: 'Uncle', relationship: '', phone: '' }]);
    await store.save();
    expect(store.form.$faults.get()).toEqual({ 'emergency_contacts[0].phone': { kind: 'missing' } });
    store.go('pickup');
    store.setPeople([{ name: 'Uncle', relationship: '', phone: '' }]);
    browser.api.on('save_profile', { body: profile() });
    await store.save();
    expect(sent()).toMatchObject({ pickup_authorizations: [{ name: 'Uncle', phone: null }] });
  });

  it('as SQL says it stands beside its field, whatever SQL calls it', async () => {
    const store = await opened();
    store.go('reach');
    store.form.change({ whatsapp: '9123 4567' });
    browser.api.on('save_profile', refusal('invalid_input', 400, 'whatsapp_phone'));
    await store.save();
    expect(store.form.$faults.get()).toEqual({ whatsapp: { kind: 'not_accepted' } });
    expect(store.form.$values.get()['whatsapp']).toBe('9123 4567');
  });

  it('with the network loses nothing that was typed', async () => {
    const store = await opened();
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

  it('the last writer is told what stood there, and may bring it back', async () => {
    const store = await opened();
    store.go('people');
    store.setPeople([{ name: 'Uncle', relationship: '', phone: '8123 4567' }]);
    browser.api.on('save_profile', { body: { ...profile(), overwritten } });
    await store.save();
    expect(store.$theirs.get()?.fields).toEqual([
      { field: 'emergency_contacts', text: null, people: overwritten[0]?.theirs },
    ]);
    browser.api.on('save_profile', { body: profile() });
    await store.bringBack();
    expect(sent()).toEqual({ emergency_contacts: overwritten[0]?.theirs });
    expect(store.$theirs.get()).toBeNull();
  });

  it('keeps one’s own where one says so', async () => {
    const store = await opened();
    store.go('people');
    store.setPeople([{ name: 'Uncle', relationship: '', phone: '8123 4567' }]);
    browser.api.on('save_profile', { body: { ...profile(), overwritten } });
    await store.save();
    store.keepMine();
    expect(store.$theirs.get()).toBeNull();
    expect(browser.api.named('save_profile')).toHaveLength(1);
  });

  it('WhatsApp’s two halves are one thing that the other had changed', () => {
    expect(
      readTheirChanges([
        { field: 'whatsapp_country_code', theirs: '+44' },
        { field: 'whatsapp_phone', theirs: '2079460958' },
      ]),
    ).toEqual([{ field: 'whatsapp', text: '+44 207 946 0958', people: null }]);
  });
});

describe('a draft', () => {
  it('comes back on the next visit, but nothing of health, wishes or persons was kept', async () => {
    const store = await opened();
    store.go('reach');
    store.form.change({ address: '3 River Road' });
    store.form.change({ 'health.allergies': 'Peanuts' });
    store.form.change({ special_instructions: 'Custody on Fridays' });
    store.go('people');
    store.setPeople([{ name: 'Secret Uncle', relationship: '', phone: '8123 4567' }]);
    store.form.flush();
    const kept = browser.storage.getItem(storageKeys.familyDrafts) ?? '';
    expect(kept).toContain('3 River Road');
    expect(kept).not.toMatch(/Peanuts|Custody|Secret/);

    const again = await opened();
    expect(again.form.$values.get()['address']).toBe('3 River Road');
    expect(again.form.$isBack.get()).toBe(true);
  });
});

it('a profile that cannot be read says so, and is asked for again', async () => {
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
function never(): never {
  throw new Error('There is a person.');
}
