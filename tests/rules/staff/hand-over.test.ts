/** Tests how a phone without a network checks and describes who collects a child (decisions "Handing a child over"). */
import { describe, expect, it } from 'vitest';
import { formatPhone } from '#contract/phone-format.ts';
import type { MarkState } from '#contract/roster.ts';
import { listPresent } from '#features/staff/roster/evacuation/evacuation.ts';
import { findConcerns, startHandOver } from '#features/staff/roster/hand-over/draft.ts';
import { blockedLines, collectionLine } from '#features/staff/roster/hand-over/messages.ts';
import { applyMark } from '#features/staff/roster/model.ts';
import { concernLine, differingLine, headLine, stateLine } from '#domain/gate-messages.ts';
import { kai, morning, nothing } from '../../unit/staff/roster-examples.ts';

describe('the concerns about a hand-over', () => {
  it('are none for a parent, and those that the database named for a child alone', () => {
    expect(findConcerns(kai, startHandOver('parent', 'Mei Tan'))).toEqual([]);
    expect(findConcerns(kai, startHandOver('alone', null))).toEqual([]);
    for (const going_alone of ['too_young', 'no_consent'] as const)
      expect(findConcerns({ ...kai, going_alone }, startHandOver('alone', null))).toEqual([going_alone]);
  });

  it('are unticked checks for another person, and also that the family has blocked the person', () => {
    const blocked = { ...kai, blocked_collectors: [{ name: 'Uncle Bad', note: null }] };
    const other = startHandOver('other_person', 'bad');
    expect(findConcerns(kai, other)).toEqual(['no_photo_id', 'parent_not_called']);
    const ticked = { ...other, id_checked: true, parent_called: true };
    expect(findConcerns(kai, ticked)).toEqual([]);
    expect(findConcerns(blocked, ticked)).toEqual(['blocked_person']);
    for (const collector of ['listed_person', 'parent'] as const)
      expect(findConcerns(blocked, startHandOver(collector, 'Uncle Bad'))).toEqual(['blocked_person']);
  });
});

describe('the line on paper', () => {
  const blocked_collectors = [
    { name: 'Jon Tan', note: 'Court order' },
    { name: 'Lee', note: null },
  ];
  it.each([
    [
      { pickup_authorizations: [], going_alone: 'no_consent' as const },
      'Only the parents. May not go home alone.',
    ],
    [
      { pickup_authorizations: [], blocked_collectors, going_alone: 'too_young' as const },
      'Only the parents. Never: Jon Tan, Lee. Too young to go home alone.',
    ],
    [
      { pickup_authorizations: [{ name: 'Granny', relationship: 'grandmother', phone: '+6591234567' }] },
      `Granny, grandmother · ${formatPhone('+6591234567')}. May go home alone.`,
    ],
  ])(
    'says who may and who must never collect the child, and whether it may leave alone (%#)',
    (more, line) => {
      expect(collectionLine({ ...kai, blocked_collectors: [], going_alone: 'allowed', ...more })).toBe(line);
    },
  );

  it('has no notes about people, which the screen shows', () => {
    expect(blockedLines({ ...kai, blocked_collectors })).toEqual(['Jon Tan: Court order', 'Lee']);
  });
});

const at = '2030-01-12T10:30:00.000Z';
const makeCheckedOut = (more: Partial<MarkState>): MarkState => ({
  ...nothing,
  state: 'out',
  checked_out_at: at,
  ...more,
});

describe('the row of a child', () => {
  it.each([
    [makeCheckedOut({ collected_by: 'alone' }), 'Gone 6.30 pm, alone'],
    [makeCheckedOut({ collected_by: 'parent', handed_to: 'Mei Tan' }), 'Gone 6.30 pm, with Mei Tan (parent)'],
    [
      makeCheckedOut({ collected_by: 'listed_person', handed_to: 'Granny', by_code: true }),
      'Gone 6.30 pm, with Granny, code correct',
    ],
    [
      makeCheckedOut({ collected_by: 'other_person', handed_to: 'Ann Lim' }),
      'Gone 6.30 pm, with Ann Lim, not on the list',
    ],
    [{ ...nothing, state: 'absent', changed_at: at } as const, 'Absent 6.30 pm'],
  ])('says how the child left (case %#)', (state, line) => expect(stateLine(state)).toBe(line));

  it('names the concerns, and whether a parent was asked', () => {
    expect(concernLine(nothing)).toBeNull();
    const concerns = ['no_consent'] as MarkState['concerns'];
    expect(concernLine(makeCheckedOut({ concerns, is_confirmed: true, reason: 'Mother called' }))).toBe(
      'Against the rules (no parent has allowed it). Reason: Mother called',
    );
    expect(concernLine(makeCheckedOut({ concerns }))).toContain('recorded offline');
  });

  it('counts children in the same words everywhere', () =>
    expect(headLine({ here: 9, out: 2, absent: 1, expected: 0, differing: 1 })).toBe(
      '9 here, 2 gone, 1 absent, 0 expected, 1 recorded differently on two devices',
    ));
});

describe('conflicting marks of two devices', () => {
  const mark = { mark_id: 'a', made_at: at, collected_by: null, handed_to: null, marked_by: 'Ann' } as const;
  const differing: MarkState['differing'] = [
    { ...mark, kind: 'absent' },
    { ...mark, mark_id: 'b', kind: 'out', collected_by: 'listed_person', handed_to: 'Granny' },
  ];
  const both: MarkState = { ...nothing, state: 'absent', changed_at: at, latest: ['a', 'b'], differing };

  it('are shown with the persons who made them', () =>
    expect(differing.map(differingLine)).toEqual([
      'Absent, 6.30 pm (Ann)',
      'Gone 6.30 pm, with Granny (Ann)',
    ]));

  it('are resolved on this device at once, with the state of the chosen mark', () => {
    const decision = {
      kind: 'decision',
      id: 'd',
      entry_id: 'b-kai',
      made_at: '2030-01-12T10:31:00.000Z',
    } as const;
    expect(applyMark(both, { ...decision, chooses: 'b' })).toMatchObject({
      state: 'out',
      handed_to: 'Granny',
      checked_out_at: at,
      differing: [],
      latest: ['d'],
    });
    expect(applyMark(both, { ...decision, chooses: 'a' })).toMatchObject({ state: 'absent', differing: [] });
  });

  it('keep the child on the evacuation list, which has only those who are here', () => {
    const nora = { ...kai, booking_id: 'b-nora', name: 'Nora' };
    const ravi = { ...kai, booking_id: 'b-ravi', name: 'Ravi' };
    const states = new Map<string, MarkState>([
      ['b-kai', both],
      ['b-nora', makeCheckedOut({ collected_by: 'alone' })],
      ['b-ravi', { ...nothing, state: 'in' }],
    ]);
    const [present] = listPresent([{ ...morning, children: [kai, nora, ravi] }], states);
    expect(present?.children.map(({ child, isUnclear }) => [child.name, isUnclear])).toEqual([
      ['Kai Tan', true],
      ['Ravi', false],
    ]);
  });
});
