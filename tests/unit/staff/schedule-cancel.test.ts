/** Sessions are cancelled after their consequences were shown, and only with the numbers that were shown. */
import { beforeEach, expect, test, vi } from 'vitest';
import * as api from '#features/staff/schedule/api.ts';
import { createCancellation } from '#features/staff/schedule/cancel-sessions/store.ts';

vi.mock('#features/staff/schedule/api.ts');
const calls = vi.mocked(api);
beforeEach(() => vi.resetAllMocks());

const id = '6f1c1a52-0000-4000-8000-000000000001';
const consequences = {
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
  phones: 0,
};
test('numbers that changed are shown again, and the second click uses them', async () => {
  const onDone = vi.fn<() => void>();
  const store = createCancellation([id], onDone);
  calls.previewCancellation.mockResolvedValueOnce({
    ok: true,
    value: { choice: consequences, refund: consequences },
  });
  await store.preview();
  calls.cancelItems.mockResolvedValueOnce({ ok: false, code: 'changed_meanwhile' });
  const more = { ...consequences, bookings: 3 };
  calls.previewCancellation.mockResolvedValueOnce({
    ok: true,
    value: { choice: more, refund: more },
  });
  await store.confirm('Rain', false);
  expect(store.$view.get()).toMatchObject({
    state: 'form',
    hasChanged: true,
    preview: { choice: { bookings: 3 } },
  });
  expect(onDone).not.toHaveBeenCalled();
  calls.cancelItems.mockResolvedValueOnce({ ok: true, value: more });
  await Promise.all([store.confirm('Rain', false), store.confirm('Rain', false)]);
  expect(calls.cancelItems).toHaveBeenCalledTimes(2);
  expect(calls.cancelItems).toHaveBeenLastCalledWith([id], 'Rain', false, more);
  expect(onDone).toHaveBeenCalledTimes(1);
  expect(store.$view.get()).toMatchObject({ state: 'done', done: { bookings: 3 } });
});

test('a request without an answer is sent again with the same numbers', async () => {
  const store = createCancellation([id], vi.fn<() => void>());
  calls.previewCancellation.mockResolvedValueOnce({
    ok: true,
    value: { choice: consequences, refund: consequences },
  });
  await store.preview();
  calls.cancelItems.mockResolvedValueOnce({ ok: false, code: 'unexpected' });
  await store.confirm('Rain', true);
  expect(store.$view.get()).toMatchObject({ state: 'form', busy: false, refused: { code: 'unexpected' } });
  calls.cancelItems.mockResolvedValueOnce({ ok: true, value: { ...consequences, places: 0 } });
  await store.confirm('Rain', true);
  expect(store.$view.get()).toMatchObject({ state: 'done', done: { places: 0 } });
});
