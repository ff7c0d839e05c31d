// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { CampFields, SavedScheduleItem, ScheduleItemDetails } from '#contract/management-schedule.ts';
import type { ChangeImpact } from '#contract/place-changes.ts';
import * as api from '#features/staff/schedule/api.ts';
import { createItemDetailsStore } from '#features/staff/schedule/item/detail.ts';
import { createCampForm, createSessionForm } from '#features/staff/schedule/item/form.ts';
import { noImpact } from './examples.ts';

vi.mock('#features/staff/schedule/api.ts');
const calls = vi.mocked(api);

const id = '6f1c1a52-0000-4000-8000-000000000001';
const fields = {
  class_type_id: 'c',
  location_id: 'l',
  coach_id: null,
  session_date: '2026-11-28',
  session_time: '09:00',
  duration_minutes: 60,
  max_capacity: 4,
};
const details = (max_capacity: number): ScheduleItemDetails => ({
  at: '2026-11-25T10:00:00Z',
  sold_as: null,
  price_cents: null,
  children: [],
  heads: null,
  uses: [],
  coaches: [],
  coach_exceptions: [],
  changes: [{ at: '2026-11-25T10:00:00Z', by: 'Jo', before: {}, after: {} }],
  place: {
    kind: 'session',
    id,
    title: 'Red',
    team: 'red',
    location_id: 'l',
    location: 'Somerset',
    coaches: [],
    first_day: '2026-11-28',
    last_day: '2026-11-28',
    starts_at: '',
    ends_at: '',
    has_begun: false,
    is_cancelled_by_us: false,
    reason: null,
    is_on_sale: true,
    sale_problem: null,
    sale_exception: null,
    capacity: max_capacity,
    taken: 0,
    booked: 0,
    in_care: 0,
    coach_count: 0,
    waiting: 0,
    camp_day: null,
    cancelled_days: [],
    session: { ...fields, max_capacity },
    camp: null,
  },
});
const makeSaved = (max_capacity: number): SavedScheduleItem => ({
  ...details(max_capacity),
  offered: 0,
  impact: null,
});

async function openItem() {
  history.replaceState(null, '', `/management/schedule?place=${id}`);
  calls.fetchItem.mockResolvedValue({ ok: true, value: details(4) });
  const onChanged = vi.fn<(at: string | null) => void>();
  const detail = createItemDetailsStore({
    hrefOf: () => location.pathname,
    onChanged,
    onRemoved: vi.fn<() => void>(),
  });
  detail.watch();
  await vi.waitFor(() => expect(detail.$view.get().state).toBe('ready'));
  return { detail, onChanged };
}
beforeEach(() => vi.resetAllMocks());

/** Returns the form of the session with these typed values. */
function formWith(detail: ReturnType<typeof createItemDetailsStore>, typed: Partial<typeof draft>) {
  const onLeave = vi.fn<() => void>();
  const form = createSessionForm(fields, { detail, isNew: false, onLeave });
  form.change(typed);
  return { form, onLeave };
}
const draft = { ...fields, duration_minutes: '60', max_capacity: '4' };

test('the form sends only what was changed, with everything that was shown, and the change can be undone', async () => {
  const { detail, onChanged } = await openItem();
  calls.saveItem.mockResolvedValueOnce({ ok: true, value: makeSaved(6) });
  const { form, onLeave } = formWith(detail, { max_capacity: '6' });
  await form.submit();
  expect(onLeave).toHaveBeenCalledOnce();
  expect(calls.saveItem).toHaveBeenLastCalledWith('session', id, { max_capacity: 6 }, fields, null, null);
  expect(onChanged).toHaveBeenCalledWith(null);
  const outcome = detail.$outcome.get();
  calls.saveItem.mockResolvedValueOnce({ ok: true, value: makeSaved(4) });
  await (outcome?.state === 'done' ? outcome.undo?.() : null);
  expect(calls.saveItem).toHaveBeenLastCalledWith(
    ...(['session', id, { max_capacity: 4 }, { ...fields, max_capacity: 6 }, null, null] as const),
  );
  expect(detail.$outcome.get()).toMatchObject({ state: 'done', what: 'undone', undo: null });
});

test('the form says after a conflict who changed what, and nothing is saved', async () => {
  const { detail } = await openItem();
  calls.saveItem.mockResolvedValueOnce({ ok: false, code: 'changed_meanwhile', field: 'max_capacity' });
  calls.fetchItem.mockResolvedValueOnce({ ok: true, value: details(9) });
  const { form, onLeave } = formWith(detail, { max_capacity: '6' });
  await form.submit();
  expect(onLeave).not.toHaveBeenCalled();
  expect(detail.$outcome.get()).toEqual({
    state: 'conflict',
    by: 'Jo',
    changes: [{ field: 'max_capacity', was: 4, is: 9 }],
    current: { ...fields, max_capacity: 9 },
  });
});

test('two clicks while the form is saving save once', async () => {
  const { detail } = await openItem();
  calls.saveItem.mockResolvedValue({ ok: true, value: makeSaved(6) });
  const { form } = formWith(detail, { max_capacity: '6' });
  await Promise.all([form.submit(), form.submit()]);
  expect(calls.saveItem).toHaveBeenCalledTimes(1);
});

test('after somebody else’s change the form saves what was typed over it', async () => {
  const { detail } = await openItem();
  calls.saveItem.mockResolvedValueOnce({ ok: false, code: 'changed_meanwhile', field: 'max_capacity' });
  calls.fetchItem.mockResolvedValueOnce({ ok: true, value: details(9) });
  const { form, onLeave } = formWith(detail, { max_capacity: '6' });
  await form.submit();
  calls.saveItem.mockResolvedValueOnce({ ok: true, value: makeSaved(6) });
  await form.submit();
  const current = { ...fields, max_capacity: 9 };
  expect(calls.saveItem).toHaveBeenLastCalledWith('session', id, { max_capacity: 6 }, current, null, null);
  expect(onLeave).toHaveBeenCalledOnce();
});

test('invalid input is not sent, and a refused field shows the refusal', async () => {
  const { detail } = await openItem();
  const { form } = formWith(detail, { duration_minutes: '', max_capacity: '101', session_time: '10:03' });
  await form.submit();
  expect(form.$faults.get()).toEqual({
    duration_minutes: { kind: 'missing' },
    max_capacity: { kind: 'out_of_range', least: 0, most: 100 },
    session_time: { kind: 'not_accepted' },
  });
  expect(calls.saveItem).not.toHaveBeenCalled();
  form.change({ duration_minutes: '60', max_capacity: '8', session_time: '09:00' });
  calls.saveItem.mockResolvedValueOnce({
    ok: false,
    code: 'invalid_input',
    field: 'p_session.max_capacity',
  });
  await form.submit();
  expect(form.$faults.get()).toEqual({ max_capacity: { kind: 'not_accepted' } });
  calls.saveItem.mockResolvedValueOnce({ ok: false, code: 'session_in_use', field: 'max_capacity' });
  await form.submit();
  expect(detail.$outcome.get()).toEqual({
    state: 'refused',
    code: 'session_in_use',
    field: 'max_capacity',
  });
});

test('a camp does not end before it begins', async () => {
  const { detail } = await openItem();
  const camp: CampFields = {
    name: 'Spark Camp',
    tier: 'spark',
    team_types: ['red'],
    location_id: 'l',
    start_date: '2026-12-07',
    end_date: '2026-12-11',
    session_time_start: '09:00',
    session_time_end: '15:00',
    capacity: 20,
    is_active: true,
  };
  const form = createCampForm(camp, { detail, isNew: true, onLeave: vi.fn() });
  form.change({ name: ' ', end_date: '2026-12-06' });
  await form.submit();
  expect(form.$faults.get()).toEqual({ name: { kind: 'missing' }, end_date: { kind: 'day_too_soon' } });
});

const impact: ChangeImpact = { ...noImpact, changed: ['hours'], children: 2, families: 2, mails: 2 };
const questionOf = async (detail: ReturnType<typeof createItemDetailsStore>) => {
  await vi.waitFor(() => expect(detail.$question.get()).not.toBeNull());
  const question = detail.$question.get();
  if (question === null) throw new Error('nothing was asked');
  return question;
};
const later = { ...fields, session_time: '10:00' };

test('the consequences of a changed hour are shown before saving a booked class, and families are told again after undoing', async () => {
  const { detail } = await openItem();
  calls.previewChange.mockResolvedValue({ ok: true, value: impact });
  const { form, onLeave } = formWith(detail, { session_time: '10:00' });
  const saving = form.submit();
  const asked = await questionOf(detail);
  expect(asked).toMatchObject({
    impact,
    hasChanged: false,
    changes: [{ field: 'session_time', was: '09:00', is: '10:00' }],
  });
  expect(calls.saveItem).not.toHaveBeenCalled();
  const now = { ...details(4), place: { ...details(4).place, session: later } };
  calls.saveItem.mockResolvedValueOnce({ ok: true, value: { ...now, offered: 0, impact } });
  asked.answer({ notify: true, note: ' Wet court ' });
  await saving;
  expect(onLeave).toHaveBeenCalledOnce();
  const expected = { families: 2, mails: 2 };
  expect(calls.saveItem).toHaveBeenLastCalledWith(
    ...(['session', id, { session_time: '10:00' }, fields] as const),
    { notify: true, note: 'Wet court', expected },
    null,
  );
  const done = detail.$outcome.get();
  expect(done).toMatchObject({ state: 'done', mails: 2 });
  calls.saveItem.mockResolvedValueOnce({ ok: true, value: { ...makeSaved(4), impact } });
  await (done?.state === 'done' ? done.undo?.() : null);
  expect(calls.saveItem).toHaveBeenLastCalledWith(
    ...(['session', id, { session_time: '09:00' }, later] as const),
    { notify: true, note: null, expected },
    null,
  );
});

test('abandoning the question saves nothing, and the form is open again', async () => {
  const { detail } = await openItem();
  calls.previewChange.mockResolvedValue({ ok: true, value: impact });
  const { form, onLeave } = formWith(detail, { session_time: '10:00' });
  const saving = form.submit();
  (await questionOf(detail)).answer(null);
  await saving;
  expect(onLeave).not.toHaveBeenCalled();
  expect(form.$typed.get()).toEqual({ session_time: '10:00' });
  expect(calls.saveItem).not.toHaveBeenCalled();
  expect(detail.$busy.get()).toBe(false);
  expect(detail.$outcome.get()).toBeNull();
});

test('a family that booked in between is shown, and staff decide again', async () => {
  const { detail } = await openItem();
  calls.previewChange.mockResolvedValueOnce({ ok: true, value: impact });
  const { form, onLeave } = formWith(detail, { session_time: '10:00' });
  const saving = form.submit();
  const more = { ...impact, families: 3, mails: 3 };
  calls.previewChange.mockResolvedValueOnce({ ok: true, value: more });
  calls.saveItem.mockResolvedValueOnce({
    ok: false,
    code: 'changed_meanwhile',
    field: 'p_notice.expected.families',
  });
  (await questionOf(detail)).answer({ notify: true, note: '' });
  await vi.waitFor(() => expect(detail.$question.get()).toMatchObject({ hasChanged: true, impact: more }));
  calls.saveItem.mockResolvedValueOnce({ ok: true, value: { ...makeSaved(4), impact: more } });
  (await questionOf(detail)).answer({ notify: false, note: 'Told by phone' });
  await saving;
  expect(onLeave).toHaveBeenCalledOnce();
  expect(calls.saveItem).toHaveBeenLastCalledWith(
    ...(['session', id, { session_time: '10:00' }, fields] as const),
    { notify: false, note: 'Told by phone', expected: { families: 3, mails: 3 } },
    null,
  );
});

test('a coach with a clash causes a warning, and without affected families no question is asked', async () => {
  const { detail } = await openItem();
  const clash = { name: 'Ray', title: 'White A', location: 'Somerset', starts_at: '', ends_at: '' };
  const emptyImpact = { ...impact, children: 0, families: 0, mails: 0 };
  calls.previewChange.mockResolvedValueOnce({ ok: true, value: { ...emptyImpact, coaches: [clash] } });
  const { form, onLeave } = formWith(detail, { session_time: '10:00' });
  const saving = form.submit();
  calls.saveItem.mockResolvedValue({ ok: true, value: makeSaved(4) });
  (await questionOf(detail)).answer({ notify: false, note: '' });
  await saving;
  expect(onLeave).toHaveBeenCalledOnce();
  expect(calls.saveItem.mock.lastCall?.[4]).toBeNull();
  calls.previewChange.mockResolvedValueOnce({ ok: true, value: emptyImpact });
  await form.submit();
  expect(onLeave).toHaveBeenCalledTimes(2);
});
