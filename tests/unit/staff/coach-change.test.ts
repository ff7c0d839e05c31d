/** Staff add or remove a camp's coach. A change that affects families must be confirmed first. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { ChangeImpact } from '#contract/place-changes.ts';
import { assignCoach, previewCoach } from '#api/assign-coach.ts';
import { createCoachChange } from '#features/staff/schedule/change/coaches.ts';
import { noImpact } from './examples.ts';

vi.mock('#api/assign-coach.ts');
const assign = vi.mocked(assignCoach);
const preview = vi.mocked(previewCoach);
const onDone = vi.fn(() => Promise.resolve());
beforeEach(() => vi.resetAllMocks());

const booked: ChangeImpact = { ...noImpact, changed: ['coach'], children: 2, families: 1, mails: 1 };
const done: Awaited<ReturnType<typeof assignCoach>> = { ok: true, value: { coaches: [], impact: noImpact } };

it('the form changes the coach at once if no family is affected', async () => {
  preview.mockResolvedValue({ ok: true, value: noImpact });
  assign.mockResolvedValue(done);
  const change = createCoachChange('camp-1', onDone);
  const pressed = change.start('jo', 'add');
  expect(change.$busy.get()).toBe(true);
  await change.start('ray', 'add');
  await pressed;
  expect(assign.mock.calls).toEqual([['camp-1', 'jo', true, null, null]]);
  expect(onDone).toHaveBeenCalledOnce();
  expect([change.$busy.get(), change.$question.get(), change.$outcome.get()]).toEqual([false, null, null]);
});

it('the form asks first if families are affected, and again if the numbers have changed', async () => {
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
  expect(assign).toHaveBeenLastCalledWith(
    'camp-1',
    'jo',
    false,
    {
      notify: true,
      note: 'Jo is ill.',
      expected: { families: 1, mails: 1 },
    },
    null,
  );
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
      preview.mockResolvedValue({ ok: true, value: noImpact });
      assign.mockResolvedValue({ ok: false, code: 'place_not_found' });
    },
    { state: 'refused', code: 'place_not_found' },
  ],
])('the form says why %s was refused', async (_, refuse, outcome) => {
  refuse();
  const change = createCoachChange('camp-1', onDone);
  await change.start('jo', 'add');
  expect(change.$outcome.get()).toEqual(outcome);
  expect(change.$question.get()).toBeNull();
});

it('the form asks for a reason if the coach is absent, also if that has changed in between', async () => {
  const absent: ChangeImpact = {
    ...noImpact,
    needs_reason: true,
    concerns: [
      {
        kind: 'absent',
        name: 'Jo',
        title: null,
        location: null,
        starts_at: '2026-12-05T01:00:00Z',
        ends_at: '2026-12-05T02:00:00Z',
      },
    ],
  };
  preview.mockResolvedValueOnce({ ok: true, value: noImpact }).mockResolvedValue({ ok: true, value: absent });
  assign.mockResolvedValueOnce({ ok: false, code: 'coach_unavailable', field: 'p_reason' });
  const change = createCoachChange('camp-1', onDone);
  await change.start('jo', 'add');
  expect(change.$question.get()).toMatchObject({ impact: absent, hasChanged: true });
  assign.mockResolvedValueOnce(done);
  await change.confirm({ notify: false, note: '', reason: 'Comes in' });
  expect(assign).toHaveBeenLastCalledWith('camp-1', 'jo', true, null, 'Comes in');
  expect(change.$question.get()).toBeNull();
});

it('the change can be abandoned', async () => {
  preview.mockResolvedValue({ ok: true, value: booked });
  const change = createCoachChange('camp-1', onDone);
  await change.start('jo', 'add');
  change.cancel();
  await change.confirm({ notify: false, note: '' });
  expect(assign).not.toHaveBeenCalled();
});
