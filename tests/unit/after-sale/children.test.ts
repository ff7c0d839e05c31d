import { describe, expect, it } from 'vitest';
import { emptyPerson } from '#domain/contact-person.ts';
import { childrenOf, buildDetails, noAnswers } from '#features/after-sale/child/child.ts';

import { childNotes, errorText } from '#features/after-sale/messages.ts';
import { createOrderStore } from '#features/after-sale/store.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { managedLine } from './examples.ts';

const browser = fakeBrowser();
const aunt = { name: ' Ann ', relationship: 'Aunt', phone: '9123 4567' };

describe('the details that are sent for a child', () => {
  it('are empty if nothing was typed', () => {
    expect(buildDetails(noAnswers)).toEqual({
      faults: { allergies: { kind: 'nothing_filled_in' } },
      body: {},
    });
  });
  it('contain only the fields that were filled in', () => {
    expect(buildDetails({ ...noAnswers, allergies: ' Nuts ', pickup: [aunt, emptyPerson] })).toEqual({
      faults: {},
      body: {
        allergies: 'Nuts',
        pickup_authorizations: [{ name: 'Ann', relationship: 'Aunt', phone: '+6591234567' }],
      },
    });
  });
  it('say “nothing to report” only if no health field was filled in', () => {
    const typed = {
      allergies: 'Nuts',
      medications: 'EpiPen',
      medical_conditions: 'Asthma',
      physical_limitations: 'Shoes',
    };
    expect(buildDetails({ ...noAnswers, ...typed, isNothing: true }).body).toEqual(typed);
    expect(buildDetails({ ...noAnswers, isNothing: true }).body).toEqual({ nothing_to_report: true });
  });
  it('need a name for each contact, and a phone number for an emergency contact', () => {
    expect(buildDetails({ ...noAnswers, pickup: [{ ...aunt, name: '' }] })).toMatchObject({
      faults: { 'pickup_authorizations[0].name': { kind: 'missing' } },
    });
    expect(buildDetails({ ...noAnswers, emergency: { ...aunt, phone: '' } })).toMatchObject({
      faults: { 'emergency_contacts[0].phone': { kind: 'missing' } },
    });
    expect(buildDetails({ ...noAnswers, pickup: [{ ...aunt, phone: '' }] })).toMatchObject({
      body: { pickup_authorizations: [{ phone: null }] },
    });
  });
});

it('the form asks about each child once, and not about children of cancelled lines', () => {
  const lines = [
    managedLine,
    managedLine,
    { ...managedLine, child: 1, child_name: 'Lia', status: 'cancelled' as const },
    { ...managedLine, child: null },
  ];
  expect(childrenOf(lines)).toEqual([{ child: 0, name: 'Kai' }]);
});

it('the form saves the details, closes and shows a message', async () => {
  browser.api.on('save_order_child', { body: { child: 0, saved: ['allergies'] } });
  const manage = createOrderStore('t0ken');
  manage.children.open(0);
  manage.children.form.change({ allergies: 'Nuts' });
  await manage.children.save(0, 'Kai');
  expect(browser.api.named('save_order_child').map(({ body }) => body)).toEqual([
    { p_access: { token: 't0ken' }, p_child: 0, p_details: { allergies: 'Nuts' } },
  ]);
  expect(manage.children.$open.get()).toBeNull();
  expect(manage.$outcome.get()).toEqual({ tone: 'calm', text: childNotes.saved('Kai') });
});

it('the form stays open after a refusal, and reports nothing that was typed', async () => {
  browser.api.on('save_order_child', 'network failure');
  const manage = createOrderStore('t0ken');
  manage.children.open(0);
  manage.children.form.change({ allergies: 'Nuts' });
  await manage.children.save(0, 'Kai');
  expect(manage.children.$open.get()).toBe(0);
  expect(JSON.stringify(browser.reports())).not.toMatch(/Nuts|t0ken|Kai/);
  browser.api.on('save_order_child', refusal('child_not_found', 404));
  manage.children.form.change({ allergies: 'Nuts' });
  await manage.children.save(0, 'Kai');
  expect(manage.$outcome.get()?.text).toBe(await errorText('child_not_found'));
});

it('the form shows missing answers without calling the server', async () => {
  const manage = createOrderStore('t0ken');
  await manage.children.save(0, 'Kai');
  expect(manage.children.form.$faults.get()).toEqual({ allergies: { kind: 'nothing_filled_in' } });
  expect(manage.children.form.$failedSubmits.get()).toBe(1);
  expect(browser.api.named('save_order_child')).toEqual([]);
});
