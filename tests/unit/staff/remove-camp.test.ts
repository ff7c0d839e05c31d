// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { CampFields, CampUse, ScheduleItemDetails } from '#contract/management-schedule.ts';
import * as api from '#features/staff/schedule/api.ts';
import { createItemDetailsStore } from '#features/staff/schedule/item/detail.ts';

vi.mock('#features/staff/schedule/api.ts');
const calls = vi.mocked(api);

const id = '6f1c1a52-0000-4000-8000-000000000001';
const camp: CampFields = {
  name: 'Spark by mistake',
  tier: 'spark',
  team_types: ['red'],
  location_id: 'l',
  start_date: '2026-12-14',
  end_date: '2026-12-16',
  session_time_start: '09:00',
  session_time_end: '15:00',
  capacity: 20,
  is_active: true,
};
const details = (uses: CampUse[]): ScheduleItemDetails => ({
  at: '2026-11-25T10:00:00Z',
  sold_as: null,
  price_cents: null,
  children: [],
  heads: null,
  uses,
  coaches: [],
  coach_exceptions: [],
  changes: [],
  place: {
    kind: 'camp',
    id,
    title: camp.name,
    team: null,
    location_id: 'l',
    location: 'Bishan',
    coaches: [],
    first_day: camp.start_date,
    last_day: camp.end_date,
    starts_at: '',
    ends_at: '',
    has_begun: false,
    is_cancelled_by_us: false,
    reason: null,
    is_on_sale: true,
    sale_problem: null,
    sale_exception: null,
    capacity: camp.capacity,
    taken: 0,
    booked: 0,
    in_care: 0,
    coach_count: 0,
    waiting: 0,
    camp_day: null,
    cancelled_days: [],
    session: null,
    camp,
  },
});

async function openCamp() {
  history.replaceState(null, '', `/management/schedule?place=${id}`);
  calls.fetchItem.mockResolvedValueOnce({ ok: true, value: details([]) });
  const onRemoved = vi.fn<() => void>();
  const detail = createItemDetailsStore({
    hrefOf: () => location.pathname,
    onChanged: vi.fn<(at: string | null) => void>(),
    onRemoved,
  });
  detail.watch();
  await vi.waitFor(() => expect(detail.$view.get().state).toBe('ready'));
  return { detail, onRemoved };
}
beforeEach(() => vi.resetAllMocks());

test('the address no longer contains a removed camp, and the screen reads the schedule again', async () => {
  const { detail, onRemoved } = await openCamp();
  calls.removeCamp.mockResolvedValueOnce({ ok: true, value: { removed: true } });
  await detail.remove(camp);
  expect(calls.removeCamp).toHaveBeenCalledWith(id, camp);
  expect(detail.$view.get()).toEqual({ state: 'removed', id, title: camp.name });
  expect(location.search).toBe('');
  expect(onRemoved).toHaveBeenCalledOnce();
});

test('a camp that somebody has just booked stays, and the reason is read again', async () => {
  const { detail, onRemoved } = await openCamp();
  calls.removeCamp.mockResolvedValueOnce({ ok: false, code: 'camp_in_use', field: 'p_camp_id' });
  calls.fetchItem.mockResolvedValueOnce({ ok: true, value: details(['orders', 'holds']) });
  await detail.remove(camp);
  expect(detail.$view.get()).toMatchObject({ state: 'ready', details: { uses: ['orders', 'holds'] } });
  expect(detail.$outcome.get()).toMatchObject({ state: 'refused', code: 'camp_in_use', what: 'remove' });
  expect(onRemoved).not.toHaveBeenCalled();
});
