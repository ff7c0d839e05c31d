/** A staff list has its query in the address, its rows are paged by key, and its file contains no formulas. */
import { beforeEach, expect, it, vi } from 'vitest';
import { csvLine, csvMoment, csvStream } from '#ui/staff/table/csv.ts';
import { createList, type PageAnswer } from '#ui/staff/table/list.ts';
import { type QueryRules, readQuery, writeQuery } from '#ui/staff/table/query.ts';
import { createViews } from '#ui/staff/table/views.ts';
import { fakeBrowser } from '#support/unit/browser.ts';

fakeBrowser();

const rules: QueryRules = {
  filters: [
    { kind: 'search', name: 'search', label: 'Search' },
    { kind: 'choice', name: 'state', label: 'State', all: 'Any', options: [['paid', 'Paid']] },
    { kind: 'day', name: 'from', label: 'From' },
  ],
  sorts: ['-created', 'total'],
};
const answer = (rows: string[], next: string | null, more = false): PageAnswer<string> => ({
  ok: true,
  value: { rows, next, count: next === null ? null : rows.length, more },
});

const [pushed, replaced] = [vi.fn(), vi.fn()];
beforeEach(() => {
  vi.stubGlobal('history', { state: null, pushState: pushed, replaceState: replaced });
  vi.stubGlobal('location', { pathname: '/list', search: '', hash: '' });
});

it('reads valid filters from the address, and keeps other parameters', () => {
  const query = readQuery('?search=%20tan%20&state=gone&from=2026-02-99&sort=total&order=7', rules);
  expect(query).toEqual({ filter: { search: 'tan' }, sort: 'total' });
  expect(writeQuery('?order=7&state=paid', query, rules)).toBe('?order=7&search=tan&sort=total');
  expect(writeQuery('?state=paid', { filter: {}, sort: '-created' }, rules)).toBe('');
});

it('reads the next page by its key once, and says if it failed', async () => {
  const read = vi
    .fn<(query: unknown, after: string | null) => Promise<PageAnswer<string>>>()
    .mockResolvedValueOnce(answer(['a', 'b'], 'b', true))
    .mockResolvedValueOnce({ ok: false, code: 'unexpected' })
    .mockResolvedValueOnce(answer(['c'], null));
  const list = createList({ ...rules, read });
  await list.read();
  expect(list.$view.get()).toMatchObject({ rows: ['a', 'b'], count: 2, more: true });
  await Promise.all([list.readMore(), list.readMore()]);
  expect(read).toHaveBeenCalledTimes(2);
  expect(list.$view.get()).toMatchObject({ rows: ['a', 'b'], late: 'unexpected' });
  await list.readMore();
  expect(read.mock.lastCall?.[1]).toBe('b');
  expect(list.$view.get()).toMatchObject({ rows: ['a', 'b', 'c'], next: null, count: 2, late: null });
  await list.readMore();
  expect(read).toHaveBeenCalledTimes(3);
});

it('discards an answer to an older query', async () => {
  const waiting: ((page: PageAnswer<string>) => void)[] = [];
  const list = createList({
    ...rules,
    read: () => new Promise<PageAnswer<string>>((resolve) => waiting.push(resolve)),
  });
  list.filterBy('search', 't', { typed: true });
  list.filterBy('search', 'tan', { typed: true });
  waiting[1]?.(answer(['tan'], null));
  waiting[0]?.(answer(['t'], null));
  await vi.waitFor(() => expect(list.$view.get()).toMatchObject({ rows: ['tan'] }));
  expect(replaced.mock.lastCall?.[2]).toBe('/list?search=tan');
  expect(pushed).not.toHaveBeenCalled();
});

it.each([
  ['=SUM(A1)', "'=SUM(A1)"],
  ['+65 9123', '+65 9123'],
  ['+6591234567', '+6591234567'],
  ['+65 9123+1', "'+65 9123+1"],
  ['+6591234567+1', "'+6591234567+1"],
  ['Tan; Wei', '"Tan; Wei"'],
  ['-1', "'-1"],
  ['@me', "'@me"],
  ['Tan, "Wei"', '"Tan, ""Wei"""'],
  [-20.5, '-20.5'],
  [null, ''],
])('writes %s as %s', (value, written) => expect(csvLine([value])).toBe(`${written}\r\n`));

it('writes moments in Singapore time, as spreadsheets sort them', () => {
  expect(csvMoment('2026-11-27T22:57:00Z')).toBe('2026-11-28 06:57:00');
  expect(csvMoment(null)).toBeNull();
});

it('writes a file page by page', async () => {
  const pages = async function* () {
    yield await Promise.resolve(['a']);
    yield ['=b', 'c'];
  };
  const progress: number[] = [];
  const stream = csvStream(pages(), [{ title: 'Name', value: (row) => row }], (rows) => progress.push(rows));
  // The decoder removes the byte order mark.
  expect(await new Response(stream).text()).toBe("Name\r\na\r\n'=b\r\nc\r\n");
  expect(progress).toEqual([1, 3]);
});

it('saves views in this browser by name, and restores a deleted one', () => {
  const views = createViews('orders');
  views.save(' Desk ', '?channel=desk');
  views.save('Desk', '?channel=desk&sort=total');
  expect(createViews('orders').$views.get()).toEqual([{ name: 'Desk', search: '?channel=desk&sort=total' }]);
  expect(createViews('roster').$views.get()).toEqual([]);
  const putBack = views.remove('Desk');
  expect(createViews('orders').$views.get()).toEqual([]);
  putBack();
  expect(createViews('orders').$views.get()).toHaveLength(1);
  const restore = views.remove('Desk');
  views.save('Open', '?state=open');
  restore();
  expect(views.$views.get().map(({ name }) => name)).toEqual(['Open', 'Desk']);
});
