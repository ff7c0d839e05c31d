/** What is done about an order: by its terms as they stand, one act at a time, and nothing of it said of another one. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { OrderStory } from '#contract/management-orders.ts';
import * as api from '../../../src/features/staff/orders/api.ts';
import { termsOf } from '../../../src/features/staff/orders/model.ts';
import { createStory } from '../../../src/features/staff/orders/story.ts';

vi.mock(import('../../../src/features/staff/orders/api.ts'));

const first = '00000000-0000-4000-8000-000000000001';
const second = '00000000-0000-4000-8000-000000000002';
/** One line of which so much goes back by its rules. */
const told = (id: string, refundCents = 5000) =>
  ({
    order: { order_id: id },
    managed: {
      lines: [{ line_id: 'line', can: { cancel: { refund_cents: refundCents } } }],
      cancel_all: null,
    },
    left: { line: 9000 },
    payments: [{ left_cents: 9000 }],
  }) as unknown as OrderStory;

let address = '';
beforeEach(() => {
  address = `?order=${first}`;
  vi.stubGlobal('location', {
    pathname: '/management/orders',
    get search() {
      return address;
    },
  });
  const go = (_state: unknown, _title: string, to: string) => (address = to.slice(to.indexOf('?')));
  vi.stubGlobal('history', { state: null, pushState: go, replaceState: go });
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  vi.mocked(api.fetchStory).mockImplementation((id) => Promise.resolve({ ok: true, value: told(id) }));
});

async function opened() {
  const story = createStory(vi.fn());
  story.watch();
  await vi.waitFor(() => expect(story.$view.get().state).toBe('ready'));
  return story;
}

it('terms are those of the order as it stands, not as it stood when the form was opened', () => {
  const subject = { lineId: 'line' };
  expect(termsOf(told(first, 7000), subject)).toMatchObject({ byRules: 7000, most: 9000, lineIds: ['line'] });
  expect(termsOf(told(first, 5000), subject)).toMatchObject({ byRules: 5000 });
  expect(termsOf(told(first), { lineId: 'gone' })).toMatchObject({ byRules: null, most: 0, lineIds: [] });
});

it('an order has one act at a time, also when it was left and opened again', async () => {
  const story = await opened();
  let end: (value: { ok: true; value: { queued: boolean } }) => void = () => undefined;
  vi.mocked(api.sendLink).mockReturnValue(new Promise((resolve) => (end = resolve)));
  const act = story.sendLink();
  story.open(second);
  await vi.waitFor(() => expect(story.$view.get().state).toBe('ready'));
  expect(story.$act.get()).toEqual({ state: 'idle' });
  story.open(first);
  await vi.waitFor(() => expect(story.$view.get().state).toBe('ready'));
  expect(story.$act.get()).toEqual({ state: 'busy' });
  expect(await story.sendLink()).toBe(false);
  end({ ok: true, value: { queued: true } });
  expect(await act).toBe(true);
  expect(story.$act.get()).toEqual({ state: 'done', what: 'link' });
  expect(api.sendLink).toHaveBeenCalledTimes(1);
});

it('what came of it is not said of another order', async () => {
  const story = await opened();
  vi.mocked(api.sendLink).mockImplementation(() => {
    story.open(second);
    return Promise.resolve({ ok: true, value: { queued: true } });
  });
  expect(await story.sendLink()).toBe(false);
  expect(story.$act.get()).toEqual({ state: 'idle' });
});
