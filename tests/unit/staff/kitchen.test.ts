/** A kitchen and a party's hosts read about missing answers (decisions "A list for the kitchen"). */
import { expect, test } from 'vitest';
import type { KitchenChild, KitchenList, PartySheet } from '#contract/kitchen.ts';
import { answerText, guestLine, guestText } from '#features/staff/kitchen/messages.ts';
import {
  countAnswers,
  countGuests,
  guestRows,
  kitchenCsv,
  partyCsv,
  kitchenRows,
  listToAsk,
} from '#features/staff/kitchen/model.ts';

const child = (state: KitchenChild['state'], more: Partial<KitchenChild> = {}): KitchenChild => ({
  child_id: `${state}-${JSON.stringify(more)}`,
  name: 'Kai',
  state,
  allergies: [],
  unconfirmed: [],
  parents: [],
  ...more,
});
const list = (children: KitchenChild[]): KitchenList => ({
  day: '2026-11-28',
  location_id: 'l',
  locations: [],
  places: [
    {
      place_id: 'p',
      kind: 'camp',
      title: 'Spark Camp',
      team: null,
      starts_at: '2026-11-28T01:00:00Z',
      ends_at: '2026-11-28T07:00:00Z',
      coaches: [{ id: 'c', name: 'Coach Otter' }],
      children,
    },
  ],
});

const missing = /unknown/i;
const nonePattern = /none/i;

test('other health notes are never listed as none, are counted, and are marked for a question', () => {
  const noted = child('other');
  const milk = child('other', { unconfirmed: ['Milk'] });
  const kitchenList = list([noted, milk, child('none')]);
  expect(answerText(noted)).toBe('No allergy named, but there are other health notes: ask a coach');
  const [line = ''] = kitchenRows(kitchenList).map((row) =>
    kitchenCsv.map(({ value }) => value(row)).join('|'),
  );
  expect([line.includes('ask a coach'), nonePattern.test(line)]).toEqual([true, false]);
  expect(countAnswers(kitchenList)).toEqual({ children: 3, reported: 1, other: 2, none: 1, unknown: 0 });
  expect(listToAsk(kitchenList).map((row) => row.child)).toEqual([noted, milk]);
});

test('an unknown answer is never listed as none, in words and in the file', () => {
  const children = [
    child('unknown'),
    child('unknown', { unconfirmed: ['Sesame'] }),
    child('none'),
    child('reported', { allergies: ['Peanuts', 'No pork'] }),
  ];
  expect(children.map(answerText).map((text) => [missing.test(text), nonePattern.test(text)])).toEqual([
    [true, false],
    [true, false],
    [false, true],
    [false, false],
  ]);
  const file = kitchenRows(list(children)).map((row) => kitchenCsv.map(({ value }) => value(row)).join('|'));
  expect(file.map((line) => [missing.test(line), nonePattern.test(line)])).toEqual([
    [true, false],
    [true, false],
    [false, true],
    [false, false],
  ]);
  expect(file[1]).toContain('Sesame');
});

test('a child in two sessions is counted and listed once', () => {
  const twice = child('unknown', { child_id: 'twice' });
  const kitchenList = list([
    twice,
    child('none'),
    child('none', { unconfirmed: ['Milk'] }),
    child('reported'),
  ]);
  kitchenList.places.push(...list([twice]).places);
  expect(countAnswers(kitchenList)).toEqual({ children: 4, reported: 2, other: 0, none: 1, unknown: 1 });
  expect(listToAsk(kitchenList)).toHaveLength(1);
});

test('a guest without any answer is unknown', () => {
  const family: PartySheet['families'][number] = {
    response_id: 'r',
    name: 'Rao',
    phone: null,
    attending: true,
    is_duplicate: false,
    allergies: [],
    is_answered: false,
    has_other_notes: false,
    guests: [],
  };
  const guest = { name: 'Anika', age: 9, kind: 'child', state: 'unknown', allergies: [] } as const;
  expect(guestText(family, { ...guest, allergies: [] })).toMatch(missing);
  expect(guestText(family, null)).toMatch(missing);
  expect(
    guestText(
      { ...family, allergies: ['Nuts'], is_answered: true },
      { ...guest, state: 'family', allergies: [] },
    ),
  ).toContain('Nuts');
});

test('the sheet, the file and the counts of a party agree on who is unknown', () => {
  const guest = { name: 'Anika', age: 9, kind: 'child' as const };
  const makeFamily = (name: string, more: Partial<PartySheet['families'][number]>) => ({
    response_id: name,
    name,
    phone: null,
    attending: true,
    is_duplicate: false,
    allergies: [],
    is_answered: false,
    has_other_notes: false,
    guests: [],
    ...more,
  });
  const dieting = { ...guest, state: 'unknown' as const, allergies: [] };
  const sheet: PartySheet = {
    party_id: 'p',
    title: 'Anika turns 9',
    package: null,
    starts_at: '2026-11-28T01:00:00Z',
    ends_at: '2026-11-28T03:00:00Z',
    place: 'Orchard',
    is_cancelled: false,
    host_name: 'Rao',
    host_phone: null,
    agreed: 10,
    coming: 2,
    left_out: 4,
    families: [
      makeFamily('Diet', { allergies: ['diet: vegetarian'], guests: [dieting] }),
      makeFamily('Named', {
        allergies: ['nut allergy: yes'],
        is_answered: true,
        guests: [{ ...guest, state: 'family', allergies: [] }],
      }),
      makeFamily('Silent', {}),
      makeFamily('Notes', { has_other_notes: true }),
      makeFamily('Away', { attending: false }),
    ],
  };
  expect(countGuests(sheet)).toEqual({
    guests: 2,
    reported: 1,
    unknown: 3,
    unnamed: 2,
    declined: 1,
    duplicates: 0,
  });
  expect(guestLine(dieting)).toMatch(missing);
  const file = guestRows(sheet).map((row) => partyCsv.map(({ value }) => value(row) ?? '').join('|'));
  expect(file.map((line) => missing.test(line))).toEqual([true, false, true, true, false, false]);
  expect(file[0]).toContain('diet: vegetarian');
  expect(file[3]).toContain('There are other health notes: open the party');
  expect(file[4]).toContain('Not coming');
  expect(file[5]).toContain('4 more answers');
});
