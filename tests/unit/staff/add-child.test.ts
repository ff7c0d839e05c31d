// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { AddedChildPreview } from '#contract/added-children.ts';
import type { ScheduleItem } from '#contract/management-schedule.ts';
import * as api from '#features/staff/schedule/api.ts';
import { addMessages } from '#features/staff/schedule/add-child/messages.ts';
import { type AddedChild, AGE, createAddChild } from '#features/staff/schedule/add-child/store.ts';

vi.mock('#features/staff/schedule/api.ts');
const calls = vi.mocked(api);
beforeEach(() => vi.resetAllMocks());

const place: ScheduleItem = {
  kind: 'camp',
  id: 'camp',
  title: 'Spark Camp',
  team: null,
  location_id: 'l',
  location: 'Bishan',
  coaches: ['Jo', 'Ray'],
  first_day: '2026-12-07',
  last_day: '2026-12-09',
  starts_at: '2026-12-07T01:00:00Z',
  ends_at: '2026-12-09T07:00:00Z',
  has_begun: false,
  is_cancelled_by_us: false,
  reason: null,
  is_on_sale: true,
  sale_problem: null,
  sale_exception: null,
  capacity: 12,
  taken: 12,
  booked: 12,
  in_care: 12,
  coach_count: 2,
  waiting: 3,
  camp_day: null,
  cancelled_days: [],
  session: null,
  camp: null,
};
const preview: AddedChildPreview = {
  added: true,
  mailed: true,
  expires_at: null,
  place: { ...place, capacity: 13, taken: 13, booked: 13, in_care: 13 },
  capacity: 12,
  ahead: { count: 3, names: ['Aisha', 'Ben', null] },
  worth_cents: 59_000,
  age: null,
  clashes: [],
  missing: [],
  has_account: true,
  has_order: false,
  phone: '+6591234567',
};
const child = (id: string) => ({ id, name: 'Kai', family: 'Mei Tan', familyId: 'f', email: null });

function open() {
  const onAdded = vi.fn<(added: AddedChild) => void>();
  const store = createAddChild({ showSaved: vi.fn<() => void>() }, place, onAdded);
  store.chooseChild(child('kai'));
  return { store, onAdded };
}

test('nothing is sent before the consequences are there, and one spot is added only to the capacity that was seen', async () => {
  const { store } = open();
  calls.previewAddedChild.mockResolvedValue({ ok: true, value: preview });
  calls.addChild.mockResolvedValue({ ok: false, code: 'changed_meanwhile' });
  store.form.change({ p_reason: 'Rain' });
  await store.form.submit();
  expect(calls.addChild).not.toHaveBeenCalled();
  store.chooseWay('free');
  await vi.waitFor(() => expect(store.$preview.get().state).toBe('ready'));
  await store.form.submit();
  expect(calls.addChild).toHaveBeenCalledWith(
    expect.objectContaining({ childId: 'kai', way: 'free', capacity: 12, allowsAge: false, reason: 'Rain' }),
  );
  // After a refusal the consequences are read again.
  expect(calls.previewAddedChild).toHaveBeenCalledTimes(2);
});

test('another child has to be chosen with a way of its own', async () => {
  const { store } = open();
  calls.previewAddedChild.mockResolvedValue({ ok: true, value: preview });
  store.chooseWay('free');
  await vi.waitFor(() => expect(store.$preview.get().state).toBe('ready'));
  store.chooseChild(null);
  store.chooseChild(child('lia'));
  expect(store.form.$values.get()['p_way']).toBe('');
  expect(store.$preview.get()).toEqual({ state: 'none' });
});

test('a child of another age needs a tick', async () => {
  const { store } = open();
  calls.previewAddedChild.mockResolvedValue({
    ok: true,
    value: { ...preview, age: { code: 'age_not_allowed', detail: '7-12' } },
  });
  calls.addChild.mockResolvedValue({ ok: false, code: 'unexpected' });
  store.chooseWay('free');
  store.form.change({ p_reason: 'Sister' });
  await vi.waitFor(() => expect(store.$preview.get().state).toBe('ready'));
  await store.form.submit();
  expect(calls.addChild).not.toHaveBeenCalled();
  expect(store.form.$faults.get()[AGE]).toEqual({ kind: 'choose' });
  store.form.change({ [AGE]: 'true' });
  await store.form.submit();
  expect(calls.addChild).toHaveBeenCalledWith(expect.objectContaining({ allowsAge: true }));
});

test('the consequences of a free spot say what is missing, and who asks for it', () => {
  const asked = { ...preview, added: false, ahead: { count: 0, names: [] }, place };
  const missing: AddedChildPreview['missing'] = ['health', 'emergency_contact', 'activity'];
  const known =
    'We have no information about Kai’s health or allergies. We do not know who to call about Kai in an emergency.';
  expect(addMessages.lines('Kai', { ...asked, missing }, 'free')).toEqual(
    expect.arrayContaining([
      `${known} We ask the family by e-mail now.`,
      'Consent to take part is missing for Kai. Parents give it in Family Base.',
    ]),
  );
  // Without an account or an order there is no link, and the text does not promise one.
  expect(addMessages.lines('Kai', { ...asked, missing, has_account: false }, 'free')).toEqual(
    expect.arrayContaining([`${known} Please call +65 9123 4567.`]),
  );
  // An offer leads to the checkout, which asks for what is missing.
  expect(addMessages.lines('Kai', { ...asked, missing }, 'offer').join(' ')).not.toContain('no information');
});

test('the consequences name the spot that is added, who waits, and too few coaches', () => {
  expect(addMessages.lines('Kai', preview, 'free')).toEqual([
    '12 of 12 spots are taken. This makes 13 of 12, so we will add one spot for Kai only.',
    '3 families are waiting and keep their turn: Aisha, Ben and name not known.',
    '2 coaches for 13 children. One coach can look after at most five. Please check that another coach can come.',
    'The spot is worth S$590.',
    'The family gets an e-mail.',
  ]);
});
