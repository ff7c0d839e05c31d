// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { PlaceDetails, SavedPlace } from '#contract/management-schedule.ts';
import type { PlaceImpact } from '#contract/place-changes.ts';
import * as api from '#features/staff/schedule/api.ts';
import { createCallOff } from '#features/staff/schedule/call-off/call-off.ts';
import { createPlace } from '#features/staff/schedule/place/detail.ts';

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
const details = (max_capacity: number): PlaceDetails => ({
  at: '2026-11-25T10:00:00Z',
  sold_as: null,
  price_cents: null,
  children: [],
  heads: null,
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
    capacity: max_capacity,
    taken: 0,
    booked: 0,
    waiting: 0,
    session: { ...fields, max_capacity },
    camp: null,
  },
});
const saved = (max_capacity: number): SavedPlace => ({ ...details(max_capacity), offered: 0, impact: null });

async function opened() {
  history.replaceState(null, '', `/management/schedule?place=${id}`);
  calls.fetchPlace.mockResolvedValue({ ok: true, value: details(4) });
  const onChanged = vi.fn<(at: string | null) => void>();
  const place = createPlace({ hrefOf: () => location.pathname, onChanged });
  place.watch();
  await vi.waitFor(() => expect(place.$view.get().state).toBe('ready'));
  return { place, onChanged };
}
beforeEach(() => vi.resetAllMocks());

test('sends only changed fields against all displayed values, and can undo them', async () => {
  const { place, onChanged } = await opened();
  calls.savePlace.mockResolvedValueOnce({ ok: true, value: saved(6) });
  expect(await place.save({ ...fields, max_capacity: 6 }, fields)).toBe(true);
  expect(calls.savePlace).toHaveBeenLastCalledWith('session', id, { max_capacity: 6 }, fields, null);
  expect(onChanged).toHaveBeenCalledWith(null);
  const act = place.$outcome.get();
  calls.savePlace.mockResolvedValueOnce({ ok: true, value: saved(4) });
  await (act?.state === 'done' ? act.undo?.() : null);
  expect(calls.savePlace).toHaveBeenLastCalledWith(
    ...(['session', id, { max_capacity: 4 }, { ...fields, max_capacity: 6 }, null] as const),
  );
  expect(place.$outcome.get()).toMatchObject({ state: 'done', what: 'put_back', undo: null });
});

test('says who changed what if somebody else was faster, and saves nothing', async () => {
  const { place } = await opened();
  calls.savePlace.mockResolvedValueOnce({ ok: false, code: 'changed_meanwhile', field: 'max_capacity' });
  calls.fetchPlace.mockResolvedValueOnce({ ok: true, value: details(9) });
  expect(await place.save({ ...fields, max_capacity: 6 }, fields)).toBe(false);
  expect(place.$outcome.get()).toEqual({
    state: 'overtaken',
    by: 'Jo',
    changes: [{ field: 'max_capacity', was: 4, is: 9 }],
  });
});

test('saves once for two presses', async () => {
  const { place } = await opened();
  calls.savePlace.mockResolvedValue({ ok: true, value: saved(6) });
  await Promise.all([
    place.save({ ...fields, max_capacity: 6 }, fields),
    place.save({ ...fields, max_capacity: 6 }, fields),
  ]);
  expect(calls.savePlace).toHaveBeenCalledTimes(1);
});

const told = {
  places: 1,
  bookings: 2,
  children: 2,
  families: 2,
  unpaid: 0,
  held: 0,
  credits: 2,
  refunds: 0,
  refund_cents: 0,
  choices: 0,
  waiting: 0,
  mails: 2,
};
test('shows changed numbers again, and cancels with them at the second press', async () => {
  const onDone = vi.fn<() => void>();
  const store = createCallOff([id], onDone);
  calls.previewCallOff.mockResolvedValueOnce({ ok: true, value: { choice: told, refund: told } });
  await store.look();
  calls.callOff.mockResolvedValueOnce({ ok: false, code: 'changed_meanwhile' });
  const more = { ...told, bookings: 3 };
  calls.previewCallOff.mockResolvedValueOnce({ ok: true, value: { choice: more, refund: more } });
  await store.decide('Rain', false);
  expect(store.$view.get()).toMatchObject({
    state: 'asks',
    anew: true,
    preview: { choice: { bookings: 3 } },
  });
  expect(onDone).not.toHaveBeenCalled();
  calls.callOff.mockResolvedValueOnce({ ok: true, value: more });
  await Promise.all([store.decide('Rain', false), store.decide('Rain', false)]);
  expect(calls.callOff).toHaveBeenCalledTimes(2);
  expect(calls.callOff).toHaveBeenLastCalledWith([id], 'Rain', false, more);
  expect(onDone).toHaveBeenCalledTimes(1);
});

test('repeats a lost cancellation with the same numbers', async () => {
  const store = createCallOff([id], vi.fn<() => void>());
  calls.previewCallOff.mockResolvedValueOnce({ ok: true, value: { choice: told, refund: told } });
  await store.look();
  calls.callOff.mockResolvedValueOnce({ ok: false, code: 'unexpected' });
  await store.decide('Rain', true);
  expect(store.$view.get()).toMatchObject({ state: 'asks', busy: false, refused: 'unexpected' });
  calls.callOff.mockResolvedValueOnce({ ok: true, value: { ...told, places: 0 } });
  await store.decide('Rain', true);
  expect(store.$view.get()).toMatchObject({ state: 'done', done: { places: 0 } });
});

const impact: PlaceImpact = {
  changed: ['hours'],
  children: 2,
  families: 2,
  mails: 2,
  waiting: 0,
  held: 0,
  coaches: [],
  busy: [],
};
const asked = async (place: ReturnType<typeof createPlace>) => {
  await vi.waitFor(() => expect(place.$question.get()).not.toBeNull());
  const question = place.$question.get();
  if (question === null) throw new Error('nothing was asked');
  return question;
};
const later = { ...fields, session_time: '10:00' };

test('shows the effects of a new time before saving, and tells families again after an undo', async () => {
  const { place } = await opened();
  calls.previewChange.mockResolvedValue({ ok: true, value: impact });
  const saving = place.save(later, fields);
  const act = await asked(place);
  expect(act).toMatchObject({
    impact,
    anew: false,
    changes: [{ field: 'session_time', was: '09:00', is: '10:00' }],
  });
  expect(calls.savePlace).not.toHaveBeenCalled();
  const now = { ...details(4), place: { ...details(4).place, session: later } };
  calls.savePlace.mockResolvedValueOnce({ ok: true, value: { ...now, offered: 0, impact } });
  act.answer({ tell: true, note: ' Wet court ' });
  expect(await saving).toBe(true);
  const seen = { families: 2, mails: 2 };
  expect(calls.savePlace).toHaveBeenLastCalledWith('session', id, { session_time: '10:00' }, fields, {
    tell: true,
    note: 'Wet court',
    seen,
  });
  const done = place.$outcome.get();
  expect(done).toMatchObject({ state: 'done', mails: 2 });
  calls.savePlace.mockResolvedValueOnce({ ok: true, value: { ...saved(4), impact } });
  await (done?.state === 'done' ? done.undo?.() : null);
  expect(calls.savePlace).toHaveBeenLastCalledWith('session', id, { session_time: '09:00' }, later, {
    tell: true,
    note: null,
    seen,
  });
});

test('saves nothing if the question is left, and shows the form again', async () => {
  const { place } = await opened();
  calls.previewChange.mockResolvedValue({ ok: true, value: impact });
  const saving = place.save(later, fields);
  (await asked(place)).answer(null);
  expect(await saving).toBe(false);
  expect(calls.savePlace).not.toHaveBeenCalled();
  expect(place.$busy.get()).toBe(false);
  expect(place.$outcome.get()).toBeNull();
});

test('shows a family that booked in between, and asks again', async () => {
  const { place } = await opened();
  calls.previewChange.mockResolvedValueOnce({ ok: true, value: impact });
  const saving = place.save(later, fields);
  const more = { ...impact, families: 3, mails: 3 };
  calls.previewChange.mockResolvedValueOnce({ ok: true, value: more });
  calls.savePlace.mockResolvedValueOnce({
    ok: false,
    code: 'changed_meanwhile',
    field: 'p_notice.seen.families',
  });
  (await asked(place)).answer({ tell: true, note: '' });
  await vi.waitFor(() => expect(place.$question.get()).toMatchObject({ anew: true, impact: more }));
  calls.savePlace.mockResolvedValueOnce({ ok: true, value: { ...saved(4), impact: more } });
  (await asked(place)).answer({ tell: false, note: 'Told by phone' });
  expect(await saving).toBe(true);
  expect(calls.savePlace).toHaveBeenLastCalledWith('session', id, { session_time: '10:00' }, fields, {
    tell: false,
    note: 'Told by phone',
    seen: { families: 3, mails: 3 },
  });
});

test('warns about a coach who is elsewhere, and does not ask if nobody is affected', async () => {
  const { place } = await opened();
  const clash = { name: 'Ray', title: 'White A', location: 'Somerset', starts_at: '', ends_at: '' };
  const none = { ...impact, children: 0, families: 0, mails: 0 };
  calls.previewChange.mockResolvedValueOnce({ ok: true, value: { ...none, coaches: [clash] } });
  const saving = place.save(later, fields);
  calls.savePlace.mockResolvedValue({ ok: true, value: saved(4) });
  (await asked(place)).answer({ tell: false, note: '' });
  expect(await saving).toBe(true);
  expect(calls.savePlace.mock.lastCall?.[4]).toBeNull();
  calls.previewChange.mockResolvedValueOnce({ ok: true, value: none });
  expect(await place.save(later, fields)).toBe(true);
});
