/** Staff change the weekly pattern. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { TemplateFields } from '#contract/management-schedule.ts';
import * as api from '#features/staff/schedule/api.ts';
import { createPattern } from '#features/staff/schedule/pattern/store.ts';

vi.mock('#features/staff/schedule/api.ts');
const calls = vi.mocked(api);
beforeEach(() => vi.resetAllMocks());

const id = '6f1c1a52-0000-4000-8000-000000000001';
const line: TemplateFields = {
  class_type_id: 'c',
  location_id: 'l',
  coach_id: null,
  session_time: '09:00',
  duration_minutes: 60,
  max_capacity: 4,
  season_id: null,
  weekday: 6,
  active: true,
};

test('a line of the pattern sends what was changed, and can be undone', async () => {
  const template = {
    id,
    fields: line,
    title: 'Red',
    team: null,
    location: '',
    coach: null,
    season: null,
    planned: 2,
  };
  const pattern = createPattern({ readPlan: () => Promise.resolve(), refreshAfterChange: vi.fn() });
  const onLeave = vi.fn<() => void>();
  const form = pattern.createTemplateForm(id, line, onLeave);
  form.change({ max_capacity: '8' });
  const changed = { ...template, fields: { ...line, max_capacity: 8 } };
  calls.saveTemplate.mockResolvedValueOnce({ ok: true, value: { made: 0, template: changed, clashes: [] } });
  await form.submit();
  expect(calls.saveTemplate).toHaveBeenLastCalledWith(id, { max_capacity: 8 }, line);
  expect(onLeave).toHaveBeenCalledOnce();
  const outcome = pattern.$outcome.get();
  calls.saveTemplate.mockResolvedValueOnce({ ok: true, value: { made: 0, template, clashes: [] } });
  await (outcome?.state === 'done' ? outcome.undo?.() : null);
  expect(calls.saveTemplate).toHaveBeenLastCalledWith(id, line, changed.fields);
});
