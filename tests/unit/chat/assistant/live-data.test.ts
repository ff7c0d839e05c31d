import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const calls = vi.hoisted(() => ({ fetchOffers: vi.fn(), fetchCamps: vi.fn(), fetchSessions: vi.fn() }));
vi.mock('#api/offers.ts', () => calls);
vi.mock('#api/camps.ts', () => calls);
vi.mock('#api/sessions.ts', () => calls);
import { fetchLiveData, prefetchLiveData } from '#features/chat/assistant/live-data.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['performance', 'Date'] });
  for (const call of Object.values(calls)) call.mockReset().mockResolvedValue({ ok: true, value: [] });
});
afterEach(() => {
  // Makes the cached answers of this test expire before the next test.
  vi.advanceTimersByTime(60_000);
});

test('requests only what is needed, and not again within ten seconds', async () => {
  await fetchLiveData(new Set(['camps']));
  vi.advanceTimersByTime(9_999);
  await fetchLiveData(new Set(['camps']));
  expect([calls.fetchCamps.mock.calls.length, calls.fetchOffers.mock.calls.length]).toEqual([1, 0]);
  vi.advanceTimersByTime(1);
  await fetchLiveData(new Set(['camps', 'offers']));
  expect([calls.fetchCamps.mock.calls.length, calls.fetchOffers.mock.calls.length]).toEqual([2, 1]);
});

test('prefetches the usual data once', async () => {
  vi.advanceTimersByTime(60_000);
  prefetchLiveData();
  await fetchLiveData(new Set(['offers', 'camps']));
  const each = [calls.fetchOffers, calls.fetchCamps, calls.fetchSessions].map(
    (call) => call.mock.calls.length,
  );
  expect(each).toEqual([1, 1, 0]);
});

test('requests again at once after a failure', async () => {
  vi.advanceTimersByTime(60_000);
  calls.fetchSessions.mockResolvedValueOnce({ ok: false, code: 'unexpected' });
  expect(await fetchLiveData(new Set(['sessions']))).toBeNull();
  expect(await fetchLiveData(new Set(['sessions']))).toEqual({ offers: [], camps: [], sessions: [] });
});
