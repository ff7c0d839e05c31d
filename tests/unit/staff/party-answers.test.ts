// Tests how staff read the answers to an invitation: in the order of its form, one row per guest.
import { describe, expect, it } from 'vitest';
import type { PartyAnswer } from '#contract/management-parties.ts';
import { answerLines, guestRows, healthLines } from '#features/staff/parties/model.ts';

const forms = [
  {
    id: 'f',
    title: 'Guests',
    fields: [
      { key: 'cake', label: 'Cake?', options: [] },
      { key: 'food', label: 'Food', options: [{ value: 'veg', label: 'Vegetarian' }] },
    ],
  },
];
const answer = (change: Partial<PartyAnswer>) =>
  ({ form_id: 'f', guests: [], answers: {}, ...change }) as PartyAnswer;

describe('answers', () => {
  it('stand in the form’s order and words; what the form has no more, as it was sent', () => {
    const answers = { old: 'x', food: ['veg', 'fish'], cake: true };
    expect(answerLines(answer({ answers }), forms)).toEqual([
      ['Cake?', 'Yes'],
      ['Food', 'Vegetarian, fish'],
      ['old', 'x'],
    ]);
    expect(answerLines(answer({ answers, form_id: 'gone' }), forms).map(([label]) => label)).toEqual([
      ...['old', 'food', 'cake'],
    ]);
  });

  it('a file has a row a guest, and one for a family that named none', () => {
    const guest = { position: 1, name: 'Kai', age: 8, kind: 'child' as const };
    const [family, nobody] = [answer({ guests: [guest, { ...guest, name: 'Mei' }] }), answer({})];
    expect(guestRows([family, nobody]).map((row) => row.guest?.name ?? null)).toEqual(['Kai', 'Mei', null]);
  });

  it('what is said of health is a line a guest, with the question where it is not about allergies', () =>
    expect(
      healthLines(
        [{ response_id: 'r', guest: null, age: null, details: { allergies: 'Nuts', food: 'veg' } }],
        forms,
      ),
    ).toEqual([{ who: null, text: 'Nuts; Food: veg' }]));
});
