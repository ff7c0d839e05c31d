import { beforeEach, expect, test, vi } from 'vitest';
import type { CoachDuties } from '#contract/management-system.ts';
import type { fetchDuties } from '#features/staff/system/api.ts';
import { createHandover, hasDuties } from '#ui/staff/handover/handover.ts';
import { handoverMessages } from '#ui/staff/handover/messages.ts';

const calls = { fetchDuties: vi.fn<typeof fetchDuties>() };
beforeEach(() => vi.resetAllMocks());
const createRays = () => createHandover((to) => calls.fetchDuties('ray', to));

const duties: CoachDuties = {
  sessions: 91,
  camps: 12,
  templates: 1,
  next: [],
  clashes: [],
  others: [{ id: 'jo', name: 'Jo' }],
};
const clash = { name: 'Jo', title: 'White A', location: 'Somerset', starts_at: '', ends_at: '' };

test('the handover reads a coach’s duties first, and checks the successor for clashes', async () => {
  const handover = createRays();
  calls.fetchDuties.mockResolvedValueOnce({ ok: true, value: duties });
  await handover.read();
  expect(handover.$view.get()).toEqual({ state: 'ready', duties, to: undefined });
  calls.fetchDuties.mockResolvedValueOnce({ ok: true, value: { ...duties, clashes: [clash] } });
  await handover.choose('jo');
  expect(calls.fetchDuties).toHaveBeenLastCalledWith('ray', 'jo');
  expect(handover.$view.get()).toMatchObject({ to: 'jo', duties: { clashes: [clash] } });
  await handover.choose(null);
  expect(handover.$view.get()).toMatchObject({ to: null, duties: { clashes: [] } });
  expect(calls.fetchDuties).toHaveBeenCalledTimes(2);
});

test('the handover discards the answer for a successor who is no longer chosen', async () => {
  const handover = createRays();
  calls.fetchDuties.mockResolvedValueOnce({ ok: true, value: duties });
  await handover.read();
  calls.fetchDuties.mockResolvedValueOnce({ ok: true, value: { ...duties, clashes: [clash] } });
  const asking = handover.choose('jo');
  await handover.choose(undefined);
  await asking;
  expect(handover.$view.get()).toMatchObject({ to: undefined, duties: { clashes: [] } });
});

test('the handover does not treat a failed request as “no duties”', async () => {
  const handover = createRays();
  calls.fetchDuties.mockResolvedValueOnce({ ok: false, code: 'unexpected' });
  await handover.read();
  expect(handover.$view.get()).toEqual({ state: 'failed', code: 'unexpected' });
});

test('the handover lists the numbers of all duties', () => {
  expect(handoverMessages.duties(duties)).toBe(
    'They are due to coach 91 sessions, 12 camps and 1 weekly class:',
  );
  expect(handoverMessages.duties({ ...duties, sessions: 0, templates: 0 })).toBe(
    'They are due to coach 12 camps:',
  );
  expect(hasDuties({ ...duties, sessions: 0, camps: 0, templates: 0 })).toBe(false);
});
