// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '#features/forms/party-form.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { find, showPage } from '#support/unit/page.ts';

const browser = fakeBrowser();
const party = (more: object = {}) => ({
  title: 'Kai is eight',
  starts_at: '2026-12-05T03:00:00Z',
  ends_at: '2026-12-05T05:00:00Z',
  place: 'Bishan Park',
  form_id: null,
  open: true,
  ...more,
});
const words = { declinedText: '', closedText: 'Answers are in.', unknownText: 'This link names no party.' };
const field = (type: string) => ({
  key: type,
  path: type,
  type,
  label: type,
  required: false,
  coming: false,
  health: false,
});
/** Returns a form from content as the page prerenders it. */
const template = (slug: string, id: string, type: string) => `<template data-form="${slug}" data-id="${id}"
    data-title="${slug} title"><form aria-label="${slug}"><script type="application/json">${JSON.stringify({
      formId: id,
      revision: 'r',
      slug,
      fields: [field(type)],
      words,
    })}</script></form></template>`;

async function open(address: string): Promise<string[]> {
  history.replaceState(null, '', address);
  showPage(`<party-form data-default-form="rsvp"><h1 data-title></h1><p data-lead></p>
    <dl data-party hidden><dt data-party-title></dt><dd data-party-time></dd><dd data-party-place></dd></dl>
    ${['loading', 'failed', 'missing'].map((state) => `<p data-state="${state}"></p>`).join('')}
    <p data-state="closed" data-closed-text hidden></p><div data-state="form" data-place hidden></div>
    ${template('rsvp', 'form-1', 'attending')}${template('wishes', 'form-2', 'text')}</party-form>`);
  await vi.waitFor(() => expect(find('[data-state="loading"]').hidden).toBe(true));
  return [...document.querySelectorAll<HTMLElement>('[data-state]:not([hidden])')].map(
    ({ dataset }) => dataset['state'] ?? '',
  );
}

beforeEach(() => {
  browser.api.on('get_party', { body: party() });
});
afterEach(() => {
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});

it('the link of a party shows its invitation and the default form', async () => {
  expect(await open('/birthday-rsvp?party=KAI8')).toEqual(['form']);
  expect(browser.api.named('get_party')[0]?.body).toEqual({ p_code: 'KAI8' });
  expect([find('h1').textContent, find('[data-party-title]').textContent]).toEqual([
    'rsvp title',
    'Kai is eight',
  ]);
  expect(find('[data-party-time]').textContent).toContain('11.00 am – 1.00 pm');
  expect(find('form').getAttribute('aria-label')).toBe('rsvp');
});

it('a party can have another form, and its link can name one', async () => {
  browser.api.on('get_party', { body: party({ form_id: 'form-2' }) });
  await open('/birthday-rsvp?party=KAI8');
  expect(find('form').getAttribute('aria-label')).toBe('wishes');
  await open('/birthday-rsvp?party=KAI8&form=rsvp');
  expect(find('form').getAttribute('aria-label')).toBe('rsvp');
});

it.each([
  ['the party cannot be read', '?party=KAI8', 'network failure', ['failed']],
  ['the form does not exist', '?form=nothing', { body: null }, ['missing']],
  ['the code names no party', '?party=KAI9', { body: null }, ['closed']],
  ['a form of a party has none', '', { body: null }, ['closed']],
  ['the party accepts no more answers', '?party=KAI8', { body: party({ open: false }) }, ['closed']],
] as const)('says so if %s', async (_, search, reply, expected) => {
  browser.api.on('get_party', reply);
  expect(await open(`/birthday-rsvp${search}`)).toEqual(expected);
});

it('a form without a party needs no code', async () => {
  expect(await open('/dynamic-form?form=wishes')).toEqual(['form']);
  expect(browser.api.named('get_party')).toEqual([]);
});
