import { expect, it, vi } from 'vitest';
import { createForm } from '../../../src/features/checkout/form.ts';
import { fakeBrowser } from '../support/browser.ts';
import { filledForm } from '../support/examples.ts';

const browser = fakeBrowser();
const key = 'otter_checkout_draft';
const draft = () => JSON.parse(browser.storage.getItem(key) ?? 'null') as unknown;

it('keeps what is typed, a moment later or when the page leaves', () => {
  vi.useFakeTimers();
  const form = createForm();
  form.type('childName', 'Kai');
  form.flush();
  expect(draft()).toMatchObject({ childName: 'Kai' });
  form.type('email', 'a@b.sg');
  vi.runAllTimers();
  expect(draft()).toMatchObject({ childName: 'Kai', email: 'a@b.sg' });
});

it('is there again after a reload', () => {
  const before = createForm();
  before.type('childName', 'Kai');
  before.flush();
  const after = createForm();
  after.restore();
  expect(after.$form.get().childName).toBe('Kai');
});

it('drops a draft of another shape', () => {
  browser.storage.setItem(key, '{"childName":7}');
  const form = createForm();
  form.restore();
  expect(form.$form.get().childName).toBe('');
});

it('on leaving a field names a fault, but not that it is still empty', async () => {
  const form = createForm();
  await form.leave('phone');
  expect(form.$faults.get()).toEqual({});
  form.type('phone', '9123 45');
  await form.leave('phone');
  expect(form.$faults.get()).toEqual({ phone: { kind: 'phone_digits', digits: 6 } });
  form.type('phone', '9123 456');
  expect(form.$faults.get()).toEqual({});
});

it('refuses to send with faults, and counts it for the summary', async () => {
  const form = createForm();
  expect(await form.submit()).toBeNull();
  expect(form.$refusals.get()).toBe(1);
  form.$form.set(filledForm);
  expect(await form.submit()).toMatchObject({ children: [{ dob: '2018-03-14' }] });
  expect(form.$refusals.get()).toBe(1);
});

it('is in use for two minutes after the last key', () => {
  let now = 1_000_000;
  const form = createForm(() => now);
  expect(form.inUse()).toBe(false);
  form.type('childName', 'K');
  now += 119_999;
  expect(form.inUse()).toBe(true);
  now += 1;
  expect(form.inUse()).toBe(false);
});
