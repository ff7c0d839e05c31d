import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createForm } from '#features/checkout/form/form.ts';
import { keepGuest, readGuest } from '#features/checkout/form/guest.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { form as filled, kai, mira, rules, privateDetails } from './examples.ts';

const browser = fakeBrowser();
const key = 'otter_checkout_draft';
const draft = () => JSON.parse(browser.storage.getItem(key) ?? 'null') as unknown;
const make = (now?: () => number) => createForm(() => rules, now);
const readStorage = () => [...browser.storage.entries.values()].join(' ');

it('saves the input after a moment, or when the page is left', () => {
  vi.useFakeTimers();
  const form = make();
  form.typeChild(0, { name: 'Kai' });
  form.flush();
  expect(draft()).toMatchObject({ children: [{ name: 'Kai' }] });
  form.type({ email: 'a@b.sg' });
  vi.runAllTimers();
  expect(draft()).toMatchObject({ children: [{ name: 'Kai' }], email: 'a@b.sg' });
});

it('never saves health, pickup persons or the signature', () => {
  const form = make();
  form.type({ keep: true, parentName: 'Lim' });
  form.changeHealth(0, { answer: 'some', allergies: 'secret peanuts', conditions: 'secret asthma' });
  form.setPickup([{ name: 'secret nanny', relationship: '', phone: '' }]);
  form.sign('secret signature');
  form.flush();
  keepGuest(form.$values.get());
  expect(readStorage()).toContain('Lim');
  expect(readStorage()).not.toContain('secret');
});

it('saves only that health, pickup and signature were answered, for this booking alone', () => {
  const form = make();
  form.restore('a');
  form.changeHealth(0, { answer: 'none' });
  form.setPickup([{ name: 'Nanny', relationship: '', phone: '' }]);
  form.sign('Lim');
  expect(form.$values.get().givenAnswers).toEqual(['health', 'pickup', 'signed']);
  form.setPickup([]);
  form.sign('');
  form.flush();
  const reopened = make();
  reopened.restore('a');
  reopened.showUnsavedAnswers();
  expect(reopened.$values.get().givenAnswers).toEqual(['health']);
  expect(reopened.$isRestored.get()).toBe(true);
  const other = make();
  other.restore('b');
  other.showUnsavedAnswers();
  expect(other.$isRestored.get()).toBe(false);
});

it('restores the input after a reload', () => {
  const before = make();
  before.restore('a');
  before.setChildren([kai, mira]);
  before.type({ transport: 'door' });
  before.flush();
  const after = make();
  after.restore('a');
  expect(after.$values.get()).toMatchObject({ children: [kai, mira], transport: 'door' });
});

it('saves the skating level for later, but the wish for a night in a tent only for this booking', () => {
  const before = make();
  before.restore('a');
  before.setChildren([kai]);
  before.typeChild(0, { level: 'wobbles', overnight: true });
  before.flush();
  const after = make();
  after.restore('a');
  expect(after.$values.get().children).toEqual([{ ...kai, level: 'wobbles', overnight: true }]);
  after.type({ keep: true });
  keepGuest(after.$values.get());
  expect(readGuest()?.children).toEqual([{ ...kai, level: 'wobbles' }]);
  after.restore('b');
  expect(after.$values.get().children).toEqual([{ ...kai, level: 'wobbles' }]);
});

it('an answer about the skating level does not clear an error of name or birth date', async () => {
  const form = make();
  form.setChildren([{ ...kai, day: '31', month: '2' }]);
  await form.checkLeftField('children[0].dob');
  expect(form.$faults.get()).toHaveProperty('children[0].dob');
  form.typeChild(0, { level: 'new' });
  expect(form.$faults.get()).toHaveProperty('children[0].dob');
  form.typeChild(0, { month: '3' });
  expect(form.$faults.get()).toEqual({});
});

it('for another booking keeps the people, but asks again for the number of children, transport and consents', () => {
  const before = make();
  before.restore('a');
  before.setChildren([kai, mira]);
  before.type({ transport: 'door', email: 'a@b.sg' });
  before.tick('terms', 3);
  before.flush();
  const after = make();
  after.restore('b');
  expect(after.$values.get()).toMatchObject({
    children: [kai],
    transport: '',
    consents: {},
    email: 'a@b.sg',
  });
});

describe('the skating level of the quiz', () => {
  const quiz = { team: 'red', level: 'ignite', experience: 'turns', takenAt: '2026-11-21T10:00:00.000Z' };
  const levels = (form: ReturnType<typeof make>) => form.$values.get().children.map(({ level }) => level);
  beforeEach(() => browser.storage.setItem('otter_quiz', JSON.stringify(quiz)));

  it('is used for the first child until the parent changes it', () => {
    const form = make();
    form.restore('a');
    expect(levels(form)).toEqual(['turns']);
    form.addChild();
    expect(levels(form)).toEqual(['turns', undefined]);
    form.typeChild(0, { level: undefined });
    form.flush();
    const after = make();
    after.restore('a');
    expect(levels(after)).toEqual([undefined, undefined]);
  });

  it('does not replace a level that was saved before', () => {
    keepGuest({ ...filled, children: [{ ...kai, level: 'new' }], keep: true });
    const form = make();
    form.restore('a');
    expect(levels(form)).toEqual(['new']);
  });

  it('is not used for children from the waitlist, who may be from another family', () => {
    const form = make();
    form.restore('a', [kai]);
    expect(levels(form)).toEqual([undefined]);
  });

  it.each([
    '{"team":"red","level":null,"takenAt":"2026-11-21T10:00:00.000Z"}',
    '{"experience":"turns"}',
    '7',
  ])('is not used if the quiz did not ask for it: %s', (stored) => {
    browser.storage.setItem('otter_quiz', stored);
    const form = make();
    form.restore('a');
    expect(levels(form)).toEqual([undefined]);
  });
});

it('discards a saved draft of another shape', () => {
  browser.storage.setItem(key, '{"childName":7}');
  const form = make();
  form.restore('a');
  expect(form.$values.get().children).toEqual([{ name: '', day: '', month: '', year: '' }]);
});

it('works without storage', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked');
    },
    setItem: () => {
      throw new Error('blocked');
    },
    removeItem: () => {
      throw new Error('blocked');
    },
  });
  const form = make();
  form.restore('a');
  form.type({ email: 'a@b.sg' });
  form.flush();
  expect(form.$values.get().email).toBe('a@b.sg');
});

describe('a guest', () => {
  it('is remembered only on request, and can be forgotten', () => {
    keepGuest({ ...filled, children: [kai, mira] });
    expect(readGuest()).toBeNull();
    keepGuest({ ...filled, children: [kai, mira], keep: true });
    const form = make();
    form.restore('a');
    expect(form.$known.get()).toBe(true);
    expect(form.$values.get()).toMatchObject({
      children: [kai],
      email: filled.email,
      keep: true,
      consents: {},
    });
    // The saved sibling is filled in when a second child is added.
    form.addChild();
    expect(form.$values.get().children).toEqual([kai, mira]);

    form.forgetMe();
    expect(readGuest()).toBeNull();
    expect(form.$values.get()).toMatchObject({ email: '', keep: false });
    expect(readStorage()).toBe('');
  });

  it('who unticks the box is forgotten at the next payment', () => {
    keepGuest({ ...filled, keep: true });
    keepGuest({ ...filled, keep: false });
    expect(readGuest()).toBeNull();
  });

  it('from the waitlist finds both of their children', () => {
    const form = make();
    form.restore('a', [kai, mira]);
    expect(form.$values.get().children).toEqual([kai, mira]);
  });
});

it('removing a child removes its health details, too', () => {
  const form = make();
  form.setChildren([kai, mira]);
  form.changeHealth(1, { answer: 'some', allergies: 'Peanuts' });
  form.removeChild(0);
  expect(form.$values.get().children).toEqual([mira]);
  expect(form.$values.get().health).toEqual([{ answer: 'some', allergies: 'Peanuts', conditions: '' }]);
});

it('leaving a field shows a mistake, but not that it is empty', async () => {
  const form = make();
  await form.checkLeftField('parent.phone');
  expect(form.$faults.get()).toEqual({});
  form.type({ phone: '9123 45' });
  await form.checkLeftField('parent.phone');
  expect(form.$faults.get()).toEqual({ 'parent.phone': { kind: 'phone_digits', digits: 6 } });
  form.type({ phone: '9123 456' });
  expect(form.$faults.get()).toEqual({});
});

it('the form does not submit with mistakes, and counts each refusal for the summary', async () => {
  const form = make();
  expect(await form.submit()).toBeNull();
  expect(form.$failedSubmits.get()).toBe(1);
  form.fill(filled);
  form.fill(privateDetails);
  expect(await form.submit()).toMatchObject({ children: [{ dob: '2018-03-14' }] });
  expect(form.$failedSubmits.get()).toBe(1);
});

it('counts as in use for two minutes after the last input', () => {
  let now = 1_000_000;
  const form = make(() => now);
  expect(form.inUse()).toBe(false);
  form.typeChild(0, { name: 'K' });
  now += 119_999;
  expect(form.inUse()).toBe(true);
  now += 1;
  expect(form.inUse()).toBe(false);
});
