import { describe, expect, it } from 'vitest';
import { emptyPerson } from '#domain/contact-person.ts';
import { childrenOf, buildDetails, noAnswers } from '#features/after-sale/child/child.ts';

import { childNotes, errorText } from '#features/after-sale/messages.ts';
import { createManage } from '#features/after-sale/store.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { managedLine } from './examples.ts';

const browser = fakeBrowser();
const aunt = { name: ' Ann ', relationship: 'Aunt', phone: '9123 4567' };

describe('what is sent of what was typed', () => {
  it('is nothing when nothing was', () => {
    expect(buildDetails(noAnswers)).toEqual({
      faults: { allergies: { kind: 'nothing_filled_in' } },
      body: {},
    });
  });
  it('is only what was filled in', () => {
    expect(buildDetails({ ...noAnswers, allergies: ' Nuts ', pickup: [aunt, emptyPerson] })).toEqual({
      faults: {},
      body: {
        allergies: 'Nuts',
        pickup_authorizations: [{ name: 'Ann', relationship: 'Aunt', phone: '+6591234567' }],
      },
    });
  });
  it('takes nothing away, and says that there is nothing only where nothing was typed', () => {
    const typed = {
      allergies: 'Nuts',
      medications: 'EpiPen',
      medical_conditions: 'Asthma',
      physical_limitations: 'Shoes',
    };
    expect(buildDetails({ ...noAnswers, ...typed, isNothing: true }).body).toEqual(typed);
    expect(buildDetails({ ...noAnswers, isNothing: true }).body).toEqual({ nothing_to_report: true });
  });
  it('needs a name, and for an emergency a phone', () => {
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

it('tells about each child once, and of nobody who was cancelled', () => {
  const lines = [
    managedLine,
    managedLine,
    { ...managedLine, child: 1, child_name: 'Lia', status: 'cancelled' as const },
    { ...managedLine, child: null },
  ];
  expect(childrenOf(lines)).toEqual([{ child: 0, name: 'Kai' }]);
});

it('saves, closes the form and says so', async () => {
  browser.api.on('save_order_child', { body: { child: 0, saved: ['allergies'] } });
  const manage = createManage('t0ken');
  manage.children.open(0);
  manage.children.form.change({ allergies: 'Nuts' });
  await manage.children.save(0, 'Kai');
  expect(browser.api.named('save_order_child').map(({ body }) => body)).toEqual([
    { p_access: { token: 't0ken' }, p_child: 0, p_details: { allergies: 'Nuts' } },
  ]);
  expect(manage.children.$open.get()).toBeNull();
  expect(manage.$outcome.get()).toEqual({ tone: 'calm', text: childNotes.saved('Kai') });
});

it('a refusal leaves the form open, and what was typed is in no report', async () => {
  browser.api.on('save_order_child', 'network failure');
  const manage = createManage('t0ken');
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

it('what is at fault is said without asking', async () => {
  const manage = createManage('t0ken');
  await manage.children.save(0, 'Kai');
  expect(manage.children.form.$faults.get()).toEqual({ allergies: { kind: 'nothing_filled_in' } });
  expect(manage.children.form.$refusals.get()).toBe(1);
  expect(browser.api.named('save_order_child')).toEqual([]);
});
