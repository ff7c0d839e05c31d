import { describe, expect, it } from 'vitest';
import { checkForm, type Rules } from '#features/checkout/form/check.ts';
import { inOrder } from '#features/checkout/form/faults.ts';
import { faultMessage } from '#features/checkout/messages.ts';
import { fieldName } from '#features/checkout/form/fields.ts';
import {
  type Child,
  type PrivateDetails,
  emptyChild,
  noPrivateDetails,
  emptyForm,
  type Form,
} from '#features/checkout/form/model.ts';
import { consents, form, kai, mira, rules, privateDetails } from '../../unit/checkout/examples.ts';

const check = (over: Partial<Form> = {}, more: Partial<PrivateDetails> = {}, other: Partial<Rules> = {}) =>
  checkForm({ ...form, ...over }, { ...privateDetails, ...more }, { ...rules, ...other });
const faultOfBirthday = (over: Partial<Child>) =>
  check({ children: [{ ...kai, ...over }] }).faults['children[0].dob']?.kind;

it('a complete form produces the details of the contract', () => {
  const typed = check({ email: ' WeiMing@Example.com ', children: [{ ...kai, name: ' Kai Lim ' }] });
  expect(typed).toEqual({
    faults: {},
    details: {
      parent: { name: 'Lim Wei Ming', email: 'weiming@example.com', phone: '+6591234567' },
      children: [{ name: 'Kai Lim', dob: '2018-03-14', nothing_to_report: true }],
      consents,
      signature: 'Lim Wei Ming',
    },
  });
});

it('an empty form has an error for every field, in the form’s order', () => {
  const { faults, details } = checkForm({ ...emptyForm, transport: 'door' }, noPrivateDetails, rules);
  expect(details).toBeNull();
  expect(inOrder(faults).map(([id]) => id)).toEqual([
    'children[0].name',
    'children[0].dob',
    'parent.name',
    'parent.email',
    'parent.phone',
    'children[0].health',
    'transport_address',
    'consents.terms',
    'consents.activity',
    'signature',
  ]);
  expect(new Set(Object.values(faults).map(({ kind }) => kind))).toEqual(new Set(['missing']));
  const lines = inOrder(faults).map(([id, fault]) => `${fieldName(id)}: ${faultMessage(id, fault)}`);
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines.join(' ')).not.toContain('Please fill this in');
});

it('the form sends the skating level if it was answered, and the night if it can be chosen', () => {
  const children = [{ ...kai, level: 'turns' as const, overnight: true }, mira];
  const health = [privateDetails.health[0], privateDetails.health[0]].flatMap((one) => one ?? []);
  const told2 = (rulesMore: Partial<Rules>) =>
    check({ children }, { health }, { seats: 2, ...rulesMore }).details?.children;
  expect(told2({})).toEqual([
    { name: 'Kai Lim', dob: '2018-03-14', nothing_to_report: true, experience_level: 'turns' },
    { name: 'Mira Lim', dob: '2016-06-02', nothing_to_report: true },
  ]);
  expect(told2({ overnight: true })).toEqual([
    {
      name: 'Kai Lim',
      dob: '2018-03-14',
      nothing_to_report: true,
      experience_level: 'turns',
      overnight: true,
    },
    { name: 'Mira Lim', dob: '2016-06-02', nothing_to_report: true, overnight: false },
  ]);
});

it('the form checks each of two children, with their own health details', () => {
  const twoChildren = { children: [kai, mira], consents: { terms: 3, activity: 1, photo: 1 } };
  const health: PrivateDetails['health'] = [
    { answer: 'none', allergies: 'typed and taken back', conditions: '' },
    { answer: 'some', allergies: ' Peanuts ', conditions: 'Asthma' },
  ];
  expect(check(twoChildren, { health }, { seats: 2 }).details).toMatchObject({
    children: [
      { name: 'Kai Lim', dob: '2018-03-14' },
      { name: 'Mira Lim', dob: '2016-06-02', allergies: 'Peanuts', medical_conditions: 'Asthma' },
    ],
    consents: { photo: { given: true, version: 1 }, marketing: { given: false, version: 1 } },
  });
  expect(check(twoChildren, { health }, { seats: 2 }).details?.children[0]).toEqual({
    name: 'Kai Lim',
    dob: '2018-03-14',
    nothing_to_report: true,
  });
  expect(check({ children: [kai, emptyChild] }, {}, { seats: 2 }).faults).toMatchObject({
    'children[1].name': { kind: 'missing' },
    'children[1].dob': { kind: 'missing' },
    'children[1].health': { kind: 'missing' },
  });
});

it('the form checks no details of a child without a spot', () => {
  const { details } = check({ children: [kai, emptyChild] });
  expect(details?.children).toHaveLength(1);
});

it('the form requires the details if the parent says there is something to tell', () => {
  const health = [{ answer: 'some' as const, allergies: ' ', conditions: '' }];
  expect(check({}, { health }).faults).toEqual({ 'children[0].allergies': { kind: 'missing' } });
});

it.each([
  ['', { kind: 'missing' }],
  ['Block 5, Marine Parade', { kind: 'no_postal_code' }],
  ['Block 5, 44929', { kind: 'no_postal_code' }],
])('door-to-door transport to “%s” has the error %o', (address, fault) =>
  expect(check({ transport: 'door', address }).faults).toEqual({ transport_address: fault }),
);

it.each(['Block 5, S449291', 'Block 5, S(449291)', 'Block 5, ４４９２９１'])(
  'door-to-door transport to “%s” is accepted, because it has a postal code',
  (address) => expect(check({ transport: 'door', address }).faults).toEqual({}),
);

it('the form sends the address only with door-to-door transport', () => {
  const address = ' 449290, #08-21 ';
  expect(check({ transport: 'door', address }).details?.transport_address).toBe('449290, #08-21');
  expect(check({ address }).details).not.toHaveProperty('transport_address');
});

it('the form requires a name for each collector, and a valid number if one is given', () => {
  const nanny = { name: 'Mdm Rosnah', relationship: 'Grandmother', phone: '8111 2222' };
  expect(check({}, { pickup: [nanny] }).details?.children[0]).toMatchObject({
    pickup_authorizations: [{ name: 'Mdm Rosnah', relationship: 'Grandmother', phone: '+6581112222' }],
  });
  expect(
    check({}, { pickup: [{ ...nanny, phone: '', relationship: ' ' }] }).details?.children[0],
  ).toMatchObject({
    pickup_authorizations: [{ name: 'Mdm Rosnah' }],
  });
  expect(check({}, { pickup: [nanny, { name: '', relationship: '', phone: '12' }] }).faults).toEqual({
    'pickup_authorizations[1].name': { kind: 'missing' },
    'pickup_authorizations[1].phone': { kind: 'phone_digits', digits: 2 },
  });
});

it.each([
  ['Lim Wei Ming', undefined],
  ['  lim  wei ming ', undefined],
  ['Ｌｉｍ Wei\u200b Ming', undefined],
  ['', 'missing'],
  ['Lim', 'other_name'],
])('the signature “%s” has the error %s', (signature, kind) =>
  expect(check({}, { signature }).faults['signature']?.kind).toBe(kind),
);

describe('the signature of a parent whose name is shorter or longer', () => {
  it.each([
    ['Hui Min', 'Lim Hui Min'],
    ['Hui Min Lim', 'Lim Hui Min'],
    ['Mei', 'mei  TAN'],
    ['D’Souza', "Anna d'souza"],
  ])('signs for “%s” as “%s”, which the order then has as the name', (parentName, signature) => {
    const { faults, details } = check({ parentName }, { signature });
    expect(faults).toEqual({});
    expect(details).toMatchObject({ parent: { name: signature }, signature });
  });

  it.each([
    ['Hui Min', 'Hui Lim Min'],
    ['Hui Min Lim', 'Lim Hui'],
    ['Hui Min Lim', 'Lim Lim Min'],
    ['Hui Min', 'Lim Hui Minh'],
    ['Ann', 'Joanna Tan'],
    ['Hui Min', 'Tan Wei Ling'],
    ['', 'Lim Hui Min'],
  ])('does not sign for “%s” as “%s”', (parentName, signature) =>
    expect(check({ parentName }, { signature }).faults['signature']?.kind).toBe('other_name'),
  );
});

describe('the birth date', () => {
  it.each([
    [{ day: '31', month: '2' }, 'no_such_date'],
    [{ year: '18' }, 'no_such_date'],
    [{ day: 'x' }, 'no_such_date'],
    [{ day: '' }, 'missing'],
    [{ year: '2027' }, 'future_date'],
    [{ day: '21', month: '11', year: '2026' }, 'future_date'],
    [{ year: '1986' }, 'not_a_child'],
    [{ day: '20', month: '11', year: '2008' }, 'not_a_child'],
    // The child becomes seven on the camp's first day, or on the day after it.
    [{ day: '7', month: '12', year: '2019' }, undefined],
    [{ day: '8', month: '12', year: '2019' }, 'age_not_allowed'],
    [{ day: '8', month: '12', year: '2013' }, undefined],
    [{ day: '7', month: '12', year: '2013' }, 'age_not_allowed'],
  ])('%o has the error %s', (typed, kind) => expect(faultOfBirthday(typed)).toBe(kind));

  it('outside the allowed ages shows both ages', () => {
    const fault = check({ children: [{ ...kai, year: '2021' }] }).faults['children[0].dob'];
    expect(fault && faultMessage('children[0].dob', fault)).toContain(
      'for ages 7 to 12, and this child will be 5',
    );
  });

  it('is accepted for any child if the offer has no ages', () => {
    const young = { children: [{ ...kai, year: '2025' }] };
    expect(check(young, {}, { ages: {} }).faults).toEqual({});
  });
});

it.each(['weiming', 'weiming@example', '@example.com'])('%s is not an e-mail address', (email) =>
  expect(check({ email }).faults['parent.email']).toEqual({ kind: 'email_form' }),
);
