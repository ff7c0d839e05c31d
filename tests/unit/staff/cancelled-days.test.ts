/** Days of a camp are cancelled after their consequences were shown, and only with the numbers that were shown. */
import { beforeEach, expect, test, vi } from 'vitest';
import * as api from '#features/staff/schedule/cancel-days/api.ts';
import { createDayCancellation } from '#features/staff/schedule/cancel-days/store.ts';

vi.mock('#features/staff/schedule/cancel-days/api.ts');
const calls = vi.mocked(api);
beforeEach(() => vi.resetAllMocks());

const id = '6f1c1a52-0000-4000-8000-000000000001';
const [tuesday, wednesday] = ['2026-12-08', '2026-12-09'] as const;
const counts = {
  days: 1,
  children: 2,
  families: 2,
  unpaid: 0,
  refund_cents: 16_333,
  left: [],
  mails: 2,
  phones: 0,
};

test('each choice is previewed, the latest one counts, and numbers that changed are shown before the next press', async () => {
  const onDone = vi.fn<() => Promise<void>>().mockResolvedValue();
  const store = createDayCancellation(id, onDone);
  await store.confirm('Haze', '');
  expect(calls.cancelDays).not.toHaveBeenCalled();
  calls.previewCancelledDays.mockImplementation((_id, days) =>
    Promise.resolve({ ok: true, value: { ...counts, days: days.length } }),
  );
  store.toggle(wednesday);
  store.toggle(tuesday);
  store.toggle(wednesday);
  await vi.waitFor(() => expect(store.$preview.get()).toEqual({ state: 'ready', counts }));
  expect(calls.previewCancelledDays).toHaveBeenLastCalledWith(id, [tuesday], 'refund');

  calls.cancelDays.mockResolvedValueOnce({ ok: false, code: 'changed_meanwhile' });
  const more = { ...counts, children: 3 };
  calls.previewCancelledDays.mockResolvedValueOnce({ ok: true, value: more });
  await store.confirm('Haze', '');
  expect(store.$outcome.get()).toEqual({ state: 'changed' });
  expect(onDone).not.toHaveBeenCalled();
  calls.cancelDays.mockResolvedValueOnce({ ok: true, value: more });
  await Promise.all([store.confirm('Haze', 'unused'), store.confirm('Haze', 'unused')]);
  expect(calls.cancelDays).toHaveBeenCalledTimes(2);
  expect(calls.cancelDays).toHaveBeenLastCalledWith(id, [tuesday], 'Haze', 'refund', null, more);
  expect(store.$outcome.get()).toEqual({ state: 'done', days: [tuesday], counts: more });
  expect(onDone).toHaveBeenCalledTimes(1);
});

test('a refusal names the children who came, and nothing is cancelled', async () => {
  const store = createDayCancellation(id, vi.fn<() => Promise<void>>());
  const refused = { ok: false, code: 'child_checked_in', detail: '["Kai Tan"]' } as const;
  calls.previewCancelledDays.mockResolvedValueOnce(refused);
  store.toggle(tuesday);
  await vi.waitFor(() => expect(store.$preview.get()).toEqual({ state: 'failed', refused }));
  await store.confirm('Haze', '');
  expect(calls.cancelDays).not.toHaveBeenCalled();
});
