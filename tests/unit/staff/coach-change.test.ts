/** Adding or removing a camp's coach; a change that affects families is confirmed first. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { ChangeImpact } from '#contract/place-changes.ts';
import { assignCoach, previewCoach } from '#api/assign-coach.ts';
import { createCoachChange } from '#features/staff/schedule/change/coaches.ts';

vi.mock('#api/assign-coach.ts');
const assign = vi.mocked(assignCoach);
const preview = vi.mocked(previewCoach);
const onDone = vi.fn(() => Promise.resolve());
beforeEach(() => vi.resetAllMocks());

const nothing: ChangeImpact = {
  changed: [],
  children: 0,
  families: 0,
  mails: 0,
  waiting: 0,
  held: 0,
  coaches: [],
  busy: [],
};
const booked: ChangeImpact = { ...nothing, changed: ['coach'], children: 2, families: 1, mails: 1 };
const done: Awaited<ReturnType<typeof assignCoach>> = { ok: true, value: { coaches: [], impact: nothing } };

it('changes the coach at once if no family is affected', async () => {
  preview.mockResolvedValue({ ok: true, value: nothing });
  assign.mockResolvedValue(done);
  const change = createCoachChange('camp-1', onDone);
  const pressed = change.start('jo', 'add');
  expect(change.$busy.get()).toBe(true);
  await change.start('ray', 'add');
  await pressed;
  expect(assign.mock.calls).toEqual([['camp-1', 'jo', true, null]]);
  expect(onDone).toHaveBeenCalledOnce();
  expect([change.$busy.get(), change.$question.get(), change.$outcome.get()]).toEqual([false, null, null]);
});

it('asks first if families are affected, and again if that has changed', async () => {
  preview.mockResolvedValue({ ok: true, value: booked });
  const change = createCoachChange('camp-1', onDone);
  await change.start('jo', 'remove');
  expect(assign).not.toHaveBeenCalled();
  expect(change.$question.get()).toEqual({
    coachId: 'jo',
    action: 'remove',
    impact: booked,
    hasChanged: false,
  });
  assign.mockResolvedValueOnce({ ok: false, code: 'changed_meanwhile', field: 'p_notice.expected' });
  await change.confirm({ notify: true, note: '' });
  expect(change.$question.get()).toMatchObject({ hasChanged: true });
  expect(onDone).not.toHaveBeenCalled();
  assign.mockResolvedValueOnce(done);
  await change.confirm({ notify: true, note: ' Jo is ill. ' });
  expect(assign).toHaveBeenLastCalledWith('camp-1', 'jo', false, {
    notify: true,
    note: 'Jo is ill.',
    expected: { families: 1, mails: 1 },
  });
  expect(change.$question.get()).toBeNull();
});

it.each([
  [
    'the question',
    () => preview.mockResolvedValue({ ok: false, code: 'not_allowed' }),
    { state: 'refused', code: 'not_allowed' },
  ],
  [
    'the change',
    () => {
      preview.mockResolvedValue({ ok: true, value: nothing });
      assign.mockResolvedValue({ ok: false, code: 'place_not_found' });
    },
    { state: 'refused', code: 'place_not_found' },
  ],
])('says why %s was refused', async (_, refuse, outcome) => {
  refuse();
  const change = createCoachChange('camp-1', onDone);
  await change.start('jo', 'add');
  expect(change.$outcome.get()).toEqual(outcome);
  expect(change.$question.get()).toBeNull();
});

it('can be abandoned', async () => {
  preview.mockResolvedValue({ ok: true, value: booked });
  const change = createCoachChange('camp-1', onDone);
  await change.start('jo', 'add');
  change.cancel();
  await change.confirm({ notify: false, note: '' });
  expect(assign).not.toHaveBeenCalled();
});
