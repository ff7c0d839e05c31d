import * as v from 'valibot';
import { expect, it } from 'vitest';
import { enquiryPath, leadPath, toEnquiry, toLead, tooLongPath } from '#features/forms/enquiry.ts';
import type { Field, FieldType, Values } from '#features/forms/model.ts';
import { faultsForPath } from '#features/forms/server-faults.ts';
import { fromResponse, responsePath, StoredResponse, toResponse } from '#features/forms/response.ts';

const field = (key: string, type: FieldType, more: Partial<Field> = {}): Field => ({
  key,
  type,
  path: responsePath({ key, type, health: false }),
  label: `${key}?`,
  required: false,
  coming: false,
  health: false,
  ...more,
});

const fields = [
  field('attending', 'attending'),
  field('name', 'contactName'),
  field('phone', 'contactPhone'),
  field('guests', 'guests', { coming: true }),
  field('shoes', 'choice', { coming: true }),
  field('pairs', 'number'),
  field('notes', 'paragraph', { health: true }),
  field('photos', 'consent'),
  field('days', 'multiple'),
];
const values: Values = {
  attending: true,
  name: ' Mei Tan ',
  phone: '9123 4567',
  guests: [
    { name: 'Noah', age: '8', kind: 'child', allergies: 'Eggs' },
    { name: '', age: '', kind: 'child', allergies: '' },
  ],
  shoes: 'own',
  pairs: '2',
  notes: 'Asthma',
  photos: false,
  days: ['sat'],
};

it('a response contains the answers, with health separately', () => {
  expect(toResponse(fields, values)).toEqual({
    attending: true,
    contact: { name: 'Mei Tan', phone: '+6591234567' },
    answers: { shoes: 'own', pairs: 2, photos: false, days: ['sat'] },
    health: { notes: 'Asthma' },
    guests: [{ name: 'Noah', age: 8, kind: 'child', allergies: 'Eggs' }],
  });
});

it('the response of a family that cannot come contains no earlier answers about coming', () => {
  const { guests, answers } = toResponse(fields, { ...values, attending: false });
  expect(guests).toEqual([]);
  expect(answers).not.toHaveProperty('shoes');
});

it('a stored response fills the form with the same values', () => {
  const { contact, ...body } = toResponse(fields, values);
  const stored = v.parse(StoredResponse, { ...body, contact: { ...contact, email: null } });
  expect(fromResponse(fields, stored)).toMatchObject({
    ...values,
    name: 'Mei Tan',
    phone: '+6591234567',
    guests: [{ name: 'Noah', age: '8', kind: 'child', allergies: 'Eggs' }],
  });
});

const enquiry = [
  field('parentName', 'contactName'),
  field('parentEmail', 'contactEmail'),
  field('partyKind', 'choice'),
  field('birthdayAge', 'number'),
  field('wishedDate', 'date'),
  field('timeOfDay', 'select'),
  field('childCount', 'number'),
  field('wishes', 'paragraph'),
].map((one) => ({ ...one, path: enquiryPath(one) }));
const prefill = {
  packageIds: { skate: 'birthday-skate' },
  optionMessage: (_: string, value: string) =>
    ({ morning: 'Morning', unsure: 'Please advise us' })[value] ?? value,
};

it('an enquiry fills its columns, and the other answers become its message', () => {
  const formAnswers = {
    parentName: 'Mei',
    parentEmail: 'mei@example.com',
    partyKind: 'skate',
    birthdayAge: '8',
    wishedDate: '2026-12-12',
    timeOfDay: 'morning',
    childCount: '12',
    wishes: 'A shy guest.',
  };
  expect(toEnquiry(enquiry, formAnswers, prefill)).toEqual({
    parent_name: 'Mei',
    email: 'mei@example.com',
    offer_id: 'birthday-skate',
    child_age: 8,
    preferred_date: '2026-12-12',
    guests: 12,
    message: 'timeOfDay? Morning\nA shy guest.',
  });
});

it('an answer that selects no package becomes part of the message', () => {
  expect(toEnquiry(enquiry, { partyKind: 'unsure' }, prefill)).toMatchObject({
    message: 'partyKind? Please advise us',
  });
});

it.each([
  ['contact.phone', { 'contact.phone': { kind: 'phone_form' } }],
  ['answers.shoes', { 'answers.shoes': { kind: 'not_accepted' } }],
  ['guests[1].age', { 'guests[1].age': { kind: 'not_accepted' } }],
  ['p_response', null],
])('the refusal of %s is shown at %o', (refused, faults) => {
  expect(faultsForPath(refused, fields)).toEqual(faults);
});

it.each([
  ['preferred_date', 'wishedDate'],
  ['child_age', 'birthdayAge'],
  ['message', 'wishes'],
  ['email', 'parentEmail'],
])('the refusal of %s in an enquiry is shown at %s', (refused, key) => {
  expect(Object.keys(faultsForPath(refused, enquiry) ?? {})).toEqual([refused]);
  expect(enquiry.find(({ path }) => path === refused)?.key).toBe(key);
});

it('answers that are too long together are refused at the longest one, before they are sent', () => {
  const questions = ['a', 'b', 'c'].map((key) => ({
    ...field(key, 'text'),
    path: leadPath({ key, type: 'text' }),
  }));
  const fault = (length: number) => {
    const typed = { a: 'x'.repeat(1300), b: 'x'.repeat(length), c: 'x'.repeat(1250) };
    const { message } = toLead(questions, typed, { page: '/june', optionMessage: (_, value) => value });
    return tooLongPath(questions, typed, message);
  };
  expect([fault(300), fault(1430)]).toEqual([null, null]);
  expect(fault(1500)).toBe('message.b');
  expect(faultsForPath('message.b', questions)).toEqual({ 'message.b': { kind: 'too_long' } });
});

it('a day that the database refuses is shown as too soon, and tomorrow is allowed', () => {
  const bounded = enquiry.map((one) =>
    one.key === 'wishedDate' ? { ...one, daysAhead: [1, 730] as const } : one,
  );
  expect(faultsForPath('preferred_date', bounded)).toEqual({ preferred_date: { kind: 'day_too_soon' } });
});
