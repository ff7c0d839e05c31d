/** Tests the store of the staff's search: the actions of a found row replace the results until the person goes back. */
import { expect, test, vi } from 'vitest';
import * as rpc from '#api/rpc.ts';
import * as member from '#api/as-member.ts';
import { createSearch } from '#features/staff/frame/search/store.ts';

vi.mock(import('#api/rpc.ts'));
vi.mock(import('#api/as-member.ts'));

async function findOne() {
  vi.useFakeTimers();
  vi.mocked(member.asMember).mockResolvedValue({
    ok: true,
    value: [
      {
        kind: 'order',
        id: 'o1',
        title: 'OT-4F7K',
        text: null,
        day: null,
        until: null,
        time: null,
        cents: 100,
      },
      { kind: 'coach', id: 'k1', title: 'Ana', text: null, day: null, until: null, time: null, cents: null },
    ],
  });
  expect(rpc.callRpc).not.toHaveBeenCalled();
  const search = createSearch(['admin']);
  search.type('4f7k');
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  return search;
}
const titles = (search: ReturnType<typeof createSearch>) => search.$rows.get().map(({ title }) => title);

test('→ lists the actions of the chosen row after the row itself, and ← returns to it', async () => {
  const search = await findOne();
  expect(titles(search).slice(0, 2)).toEqual(['OT-4F7K', 'Ana']);
  search.move(1);
  expect(search.openActions()).toBe(true);
  expect(titles(search)).toEqual(['Ana', 'Show the sessions and camps']);
  expect(search.chosen()?.title).toBe('Show the sessions and camps');
  expect(search.openActions()).toBe(false);
  expect(search.closeActions()).toBe(true);
  expect(search.chosen()?.title).toBe('Ana');
  expect(search.closeActions()).toBe(false);
});

test('a screen has no actions, and typing leaves the actions', async () => {
  const search = await findOne();
  search.openActions();
  expect(titles(search)).toEqual([
    'OT-4F7K',
    'Refund',
    'Change or cancel for the family',
    'Open the receipt',
  ]);
  search.type('o');
  expect(titles(search)[0]).not.toBe('OT-4F7K');
  expect(search.openActions()).toBe(false);
});
