// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withFamily } from '#features/checkout/form/known.ts';
import { emptyForm } from '#features/checkout/form/model.ts';
import type { Field } from '#features/forms/model.ts';
import { createJoinForm } from '#features/waitlist/form.ts';
import { JoinForm } from '#features/waitlist/JoinForm.tsx';
import { fakeBrowser } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { uuid } from '#support/unit/examples.ts';

const browser = fakeBrowser();
const kai = { id: uuid(2), name: 'Kai Tan', dob: '2018-03-14' };
const mira = { id: uuid(3), name: 'Mira Tan', dob: '2016-11-02' };
const family = { name: 'Mei Tan', email: 'mei@example.test', phone: '+65 9123 4567', children: [kai, mira] };

beforeEach(() => {
  vi.resetModules();
  browser.api
    .on('profiles', { body: [{ family_id: uuid(9), name: family.name, phone: '+6591234567' }] })
    .on('children', { body: family.children });
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

const signIn = () => storeSession({ id: uuid(1), email: family.email });

describe('the known family', () => {
  const readKnown = async () => (await import('#api/form-prefill.ts')).readFormPrefill();

  it('is null for a visitor, without a request', async () => {
    expect(await readKnown()).toBeNull();
    expect(browser.api.calls).toEqual([]);
  });

  it('is the family of the session, read once per page', async () => {
    signIn();
    expect(await readKnown()).toEqual(family);
    expect(await readKnown()).toEqual(family);
    expect(browser.api.named('profiles')).toHaveLength(1);
  });

  it('is null if it cannot be read', async () => {
    signIn();
    browser.api.on('profiles', 'network failure');
    expect(await readKnown()).toBeNull();
  });
});

describe('the checkout', () => {
  it('fills in the parent’s empty fields, but not those with input', () => {
    expect(withFamily(emptyForm, family)).toMatchObject({
      parentName: 'Mei Tan',
      email: 'mei@example.test',
      phone: '+65 9123 4567',
    });
    const typed = { ...emptyForm, parentName: 'Lim', email: 'lim@example.test' };
    expect(withFamily(typed, family)).toMatchObject({ ...typed, phone: '+65 9123 4567' });
  });

  it('fills in an only child, but none of several, and never consents', () => {
    const only = withFamily(emptyForm, { ...family, children: [kai] });
    expect(only.children).toEqual([{ name: 'Kai Tan', day: '14', month: '03', year: '2018' }]);
    expect(only.consents).toEqual({});
    expect(withFamily(emptyForm, family).children).toEqual(emptyForm.children);
    const typed = { ...emptyForm, children: [{ name: 'Noa', day: '', month: '', year: '' }] };
    expect(withFamily(typed, { ...family, children: [kai] }).children).toEqual(typed.children);
  });
});

it('the waitlist offers the family’s own children, each once', async () => {
  const form = createJoinForm(
    {
      kind: 'session',
      id: uuid(101),
      what: 'Team Red',
      when: 'Sat 28 Nov',
      where: 'Somerset',
      spotsLeft: 0,
      offers: [],
    },
    () => undefined,
  );
  form.type('email', 'other@example.test');
  form.fillFrom(family);
  render(<JoinForm form={form} />);
  expect(screen.getByLabelText(/^Parent’s name/)).toHaveProperty('value', 'Mei Tan');
  expect(screen.getByLabelText(/^E-mail/)).toHaveProperty('value', 'other@example.test');
  await userEvent.click(await screen.findByRole('button', { name: 'Mira Tan' }));
  expect(screen.getByLabelText(/^Child’s name/)).toHaveProperty('value', 'Mira Tan');
  expect(['Day', 'Month', 'Year'].map((part) => screen.getByLabelText<HTMLInputElement>(part).value)).toEqual(
    [...['02', '11', '2016']],
  );
  await userEvent.click(screen.getByRole('button', { name: 'Add another child' }));
  expect((await screen.findByRole('group', { name: 'One of your children?' })).textContent).toContain(
    'Kai Tan',
  );
  expect(screen.queryByRole('button', { name: 'Mira Tan' })).toBeNull();
});

it('a static form is filled in too, and saves no draft before somebody types', async () => {
  signIn();
  document.body.innerHTML =
    '<form><input name="who"><input name="mail" value="typed@example.test"><input name="call" type="tel"></form>';
  const form = document.querySelector('form') ?? new HTMLFormElement();
  const typed = vi.fn();
  form.addEventListener('input', typed);
  const field = (key: string, type: Field['type']): Field => ({
    key,
    type,
    path: key,
    label: key,
    required: true,
    coming: false,
    health: false,
  });
  const { fillInContact } = await import('#features/forms/fill-in.ts');
  await fillInContact(form, [
    field('who', 'contactName'),
    field('mail', 'contactEmail'),
    field('call', 'contactPhone'),
  ]);
  expect([...form.querySelectorAll('input')].map(({ value }) => value)).toEqual([
    ...['Mei Tan', 'typed@example.test', '+65 9123 4567'],
  ]);
  expect(typed).not.toHaveBeenCalled();
});

it('a new link is requested for the address of the account', async () => {
  signIn();
  const { default: OrderLinkForm } = await import('#features/after-sale/OrderLinkForm.tsx');
  render(<OrderLinkForm />);
  await screen.findByDisplayValue('mei@example.test');
});
