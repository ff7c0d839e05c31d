/** A device applies marks before the database has them (decisions "The roster"). */
import { describe, expect, it } from 'vitest';
import type { Mark, MarkState } from '#contract/roster.ts';
import {
  countStates,
  ALL_PLACES,
  currentPlace,
  firstShown,
  hasSameChildren,
  computeStates,
  applyMark,
} from '#features/staff/roster/model.ts';
import { kai, morning, nothing, stateAt } from '../../unit/staff/roster-examples.ts';

const at = (time: string) => `2030-01-12T${time}:00.000Z`;
const mark = (kind: 'in' | 'late' | 'absent', time: string): Mark => ({
  kind,
  id: `${kind} ${time}`,
  entry_id: 'b-kai',
  made_at: at(time),
});
const out: Mark = {
  ...mark('in', '02:00'),
  kind: 'out',
  id: 'out',
  collected_by: 'listed_person',
  handed_to: 'Granny',
};
const applyAll = (...marks: Mark[]) => marks.reduce<MarkState>(applyMark, nothing);

describe('a mark', () => {
  it('records in, late, out with the person, and absent', () => {
    expect(applyAll(mark('late', '01:10'))).toMatchObject({
      state: 'in',
      is_late: true,
      checked_in_at: at('01:10'),
    });
    expect(applyAll(mark('in', '01:00'), out)).toMatchObject({
      state: 'out',
      handed_to: 'Granny',
      checked_in_at: at('01:00'),
      checked_out_at: at('02:00'),
    });
    expect(applyAll(mark('in', '01:00'), mark('absent', '01:30'))).toMatchObject({
      state: 'absent',
      checked_in_at: null,
    });
  });

  it('that is older than the current one changes nothing', () =>
    expect(applyAll(mark('in', '01:00'), mark('absent', '00:50'))).toMatchObject({ state: 'in' }));

  it('is undone by its id', () => {
    const undo = (undoes: string): Mark => ({ ...mark('in', '02:01'), kind: 'undo', id: 'undo', undoes });
    expect(applyAll(mark('in', '01:00'), out, undo('out'))).toMatchObject({
      state: 'in',
      checked_in_at: at('01:00'),
    });
    expect(applyAll(mark('in', '01:00'), undo('in 01:00'))).toMatchObject({
      state: 'expected',
      checked_in_at: null,
    });
    expect(applyAll(mark('in', '01:00'), undo('another'))).toMatchObject({ state: 'in' });
  });

  it('a mark with a note changes only the note, and an older note changes nothing', () => {
    const note = (text: string | null, time: string): Mark => ({
      ...mark('in', time),
      kind: 'note',
      note: text,
    });
    expect(applyAll(mark('in', '01:00'), note('No helmet', '01:05'))).toMatchObject({
      state: 'in',
      note: 'No helmet',
    });
    expect(applyAll(note('New', '01:05'), note('Old', '01:00'))).toMatchObject({ note: 'New' });
    expect(applyAll(note('New', '01:05'), note(null, '01:06'))).toMatchObject({ note: null });
  });
});

it('pending marks of another day do not change today', () => {
  const waiting = { placeId: 's1', day: '2030-01-11', mark: mark('in', '01:00') };
  expect(computeStates(stateAt(at('01:00')), [waiting]).get('b-kai')).toMatchObject({ state: 'expected' });
  const states = computeStates(stateAt(at('01:00')), [{ ...waiting, day: '2030-01-12' }]);
  expect(countStates([morning], states)).toEqual({ expected: 0, in: 1, out: 0, absent: 0 });
});

it('the roster opens at the first place that has not ended', () => {
  const noon = { ...morning, session_id: 's2', ends_at: at('05:00') };
  expect(currentPlace([morning, noon], Date.parse(at('01:30')))).toBe('s1');
  expect(currentPlace([morning, noon], Date.parse(at('03:00')))).toBe('s2');
  expect(currentPlace([morning, noon], Date.parse(at('09:00')))).toBe('s1');
  expect(currentPlace([], 0)).toBeNull();
  const early = Date.parse(at('01:30'));
  expect(firstShown([morning, noon], early, 's2')).toBe('s2');
  expect(firstShown([morning, noon], early, ALL_PLACES)).toBeNull();
  expect(firstShown([morning, noon], early, 'of yesterday')).toBe('s1');
  expect(firstShown([morning, noon], early, undefined)).toBe('s1');
  // If two classes start together, the one with children is opened. An empty class is not skipped for one that starts
  // hours later.
  const empty = { ...morning, session_id: 's0', children: [] };
  const later = { ...noon, starts_at: at('04:00') };
  expect(currentPlace([empty, morning], Date.parse(at('01:30')))).toBe('s1');
  expect(currentPlace([empty, later], Date.parse(at('01:30')))).toBe('s0');
  // A cancelled one is opened only if a child came to it.
  const cancelled = { ...morning, status: 'cancelled' as const };
  expect(currentPlace([{ ...cancelled, children: [] }, noon], Date.parse(at('01:30')))).toBe('s2');
  expect(currentPlace([cancelled, noon], Date.parse(at('01:30')))).toBe('s1');
});

it('the roster reads the names again if a child was added or removed', () => {
  expect(hasSameChildren([morning], stateAt(at('01:00')))).toBe(true);
  expect(hasSameChildren([{ ...morning, children: [] }], stateAt(at('01:00')))).toBe(false);
  expect(
    hasSameChildren([{ ...morning, children: [{ ...kai, booking_id: 'b-2' }] }], stateAt(at('01:00'))),
  ).toBe(false);
});
