// Staff read the answers to an invitation in the order of its form, with one row per guest.
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

describe('the answers', () => {
  it('are in the order and words of the form, and a removed question is shown by its key', () => {
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

  it('are exported with one row per guest, and one for a family without guests', () => {
    const guest = { position: 1, name: 'Kai', age: 8, kind: 'child' as const };
    const [family, nobody] = [answer({ guests: [guest, { ...guest, name: 'Mei' }] }), answer({})];
    expect(guestRows([family, nobody]).map((row) => row.guest?.name ?? null)).toEqual(['Kai', 'Mei', null]);
  });

  it('about health are one line per guest, with the question if it is not about allergies', () =>
    expect(
      healthLines(
        [{ response_id: 'r', guest: null, age: null, details: { allergies: 'Nuts', food: 'veg' } }],
        forms,
      ),
    ).toEqual([{ who: null, text: 'Nuts; Food: veg' }]));
});
