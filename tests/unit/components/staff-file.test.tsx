// @vitest-environment happy-dom
/**
 * Tests the CSV of a list, which is complete at any length and can be cancelled, and the focus after a view is named
 * or deleted.
 */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { staffTiming } from '#config/staff.ts';
import { ExportButton } from '#ui/staff/table/ExportButton.tsx';
import { createList, type PageAnswer } from '#ui/staff/table/list.ts';
import { ViewTabs } from '#ui/staff/table/ViewTabs.tsx';
import { createViews } from '#ui/staff/table/views.ts';

const file = { name: 'names.csv', columns: [{ title: 'Name', value: (name: string) => name }] };
const page = (rows: string[], next: string | null): PageAnswer<string> => ({
  ok: true,
  value: { rows, next, count: rows.length, more: next !== null },
});
const refusalOf = (code: string): PageAnswer<string> => ({ ok: false, code });

let saved: Blob[] = [];
beforeEach(() => {
  saved = [];
  vi.useFakeTimers({ shouldAdvanceTime: true });
  document.body.innerHTML = '<main></main>';
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:names';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function renderButton(...answers: PageAnswer<string>[]) {
  const read = vi.fn<(query: unknown, after: string | null, limit: number) => Promise<PageAnswer<string>>>();
  for (const answer of answers) read.mockResolvedValueOnce(answer);
  const list = createList<string>({ filters: [], sorts: ['-created'], read });
  render(<ExportButton pages={list.pages} file={file} />);
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  return { read, press: () => user.click(screen.getByRole('button')) };
}
const toast = () => document.querySelector('.toast')?.textContent;

it('writes all pages into one file, and says how many rows it has', async () => {
  const { read, press } = renderButton(page(['Aarav', '=1+1'], 'b'), page(['Mei'], null));
  await press();
  await vi.waitFor(() => expect(toast()).toContain('Saved 3 rows.'));
  expect(await saved[0]?.text()).toBe("\uFEFFName\r\nAarav\r\n'=1+1\r\nMei\r\n");
  expect(read.mock.calls.map(([, after, limit]) => [after, limit])).toEqual([
    [null, 1000],
    ['b', 1000],
  ]);
  expect(screen.getByRole('button', { name: /CSV/ }).textContent).toBe('CSV');
});

it('writes phone numbers without an apostrophe, quotes semicolons, and defuses formulas', async () => {
  const { press } = renderButton(page(['+65 9123 4567', 'Tan; Mei', '+65 1+1', '+1'], null));
  await press();
  await vi.waitFor(() => expect(toast()).toContain('Saved 4 rows.'));
  expect(await saved[0]?.text()).toBe('\uFEFFName\r\n+65 9123 4567\r\n"Tan; Mei"\r\n\'+65 1+1\r\n\'+1\r\n');
});

it('keeps the address of a download valid long enough for Safari on iOS', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const { press } = renderButton(page(['Mei'], null));
  await press();
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(revoke).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(40_000);
  expect(revoke).toHaveBeenCalledOnce();
});

it('pauses and says so when it is rate limited, and then continues', async () => {
  const { read, press } = renderButton(page(['Aarav'], 'a'), refusalOf('rate_limited'), page(['Mei'], null));
  await press();
  await vi.waitFor(() =>
    expect(screen.getByRole('button').textContent).toMatch(/1 rows · pausing for a moment/),
  );
  await vi.advanceTimersByTimeAsync(staffTiming.FILE_WAIT_MS);
  await vi.waitFor(() => expect(toast()).toContain('Saved 2 rows.'));
  expect(read.mock.calls.map(([, after]) => after)).toEqual([null, 'a', 'a']);
});

it('the CSV can be cancelled during the pause, and then saves nothing', async () => {
  const { press, read } = renderButton(page(['Aarav'], 'a'), refusalOf('rate_limited'));
  await press();
  await vi.waitFor(() => expect(screen.getByRole('button').textContent).toContain('pausing'));
  await press();
  await vi.waitFor(() => expect(screen.getByRole('button').textContent).toBe('CSV'));
  expect(saved).toEqual([]);
  expect(toast()).toBeUndefined();
  expect(read).toHaveBeenCalledTimes(2);
});

it('saves no incomplete file, and says so', async () => {
  const { press } = renderButton(page(['Aarav'], 'a'), refusalOf('unexpected'));
  await press();
  await vi.waitFor(() => expect(toast()).toContain('The file was incomplete'));
  expect(saved).toEqual([]);
});

it('moves the focus to what replaces a name field or a deleted view', async () => {
  const list = createList<string>({
    filters: [{ kind: 'choice', name: 'state', label: 'State', all: 'Any', options: [['paid', 'Paid']] }],
    sorts: ['-created'],
    read: () => Promise.resolve(page([], null)),
  });
  list.ask({ filter: { state: 'paid' }, sort: '-created' });
  render(<ViewTabs list={list} views={createViews('names')} ownViews={[{ name: 'All', search: '' }]} />);
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const readFocus = () => document.activeElement?.textContent;
  await user.click(screen.getByRole('button', { name: 'Save this view' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await vi.waitFor(() => expect(readFocus()).toBe('Save this view'));
  await user.keyboard('{Enter}');
  await user.type(screen.getByRole('textbox'), 'Paid ones{Enter}');
  await vi.waitFor(() => expect(readFocus()).toBe('Paid ones'));
  await user.click(screen.getByRole('button', { name: 'Delete the view Paid ones' }));
  await vi.waitFor(() => expect(readFocus()).toBe('Save this view'));
});
