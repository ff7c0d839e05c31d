// @vitest-environment happy-dom
/** The table is one tab stop, arrow keys move between rows, Enter opens a row, and its head shows the order. */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { ListSpec } from '#ui/kit/list.ts';
import { createList } from '#ui/staff/table/list.ts';
import { StaffList } from '#ui/staff/table/StaffList.tsx';

afterEach(cleanup);

interface Row {
  id: string;
  total: number;
}
const rows = Array.from({ length: 5 }, (_, at) => ({ id: `row ${at}`, total: at }));

async function renderTable() {
  const read = vi.fn(() =>
    Promise.resolve({ ok: true as const, value: { rows, next: null, count: 1000, more: true } }),
  );
  const spec: ListSpec<Row> = {
    name: 'orders',
    words: {
      title: 'Orders',
      one: 'order',
      several: 'orders',
      empty: ['No orders yet.', 'They appear here.'],
    },
    filters: [],
    sorts: ['-created', 'total', '-total'],
    read,
    views: [{ name: 'All', search: '' }],
    columns: [
      { id: 'id', title: 'Order', phone: { order: 1, wide: true, strong: true }, cell: ({ id }) => id },
      { id: 'total', title: 'Total', sorted: true, numbers: true, cell: ({ total }) => total },
    ],
    csv: [],
    idOf: ({ id }) => id,
  };
  const list = createList(spec);
  const onOpen = vi.fn();
  render(
    <StaffList spec={spec} list={list} hrefOf={({ id }) => `?order=${id}`} onOpen={onOpen} openId={null} />,
  );
  await screen.findByRole('link', { name: 'row 0' });
  return { read, onOpen, user: userEvent.setup() };
}

it('counts up to a thousand, and says if there are more', async () => {
  await renderTable();
  expect(screen.getByText('1,000+ orders')).toBeTruthy();
});

it('is one tab stop; arrow keys move in it and Enter opens a row', async () => {
  const { user, onOpen } = await renderTable();
  screen.getByRole('link', { name: 'row 0' }).focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('row 2'));
  expect(screen.getAllByRole('link').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  await user.keyboard('{End}');
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('row 4'));
  await user.keyboard('{Home}');
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('row 0'));
  await user.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledWith(rows[0]);
});

it('is sorted by its head, which shows the direction', async () => {
  const { user, read } = await renderTable();
  await user.click(screen.getByRole('button', { name: 'Total' }));
  const head = await screen.findByRole('columnheader', { name: /Total/ });
  expect(head.getAttribute('aria-sort')).toBe('descending');
  expect(read).toHaveBeenLastCalledWith({ filter: {}, sort: '-total' }, null, 50);
  await user.click(screen.getByRole('button', { name: /Total/ }));
  expect(head.getAttribute('aria-sort')).toBe('ascending');
});

it('orders the cells of a phone’s card by the columns', async () => {
  await renderTable();
  const [first, second] = [...document.querySelectorAll<HTMLElement>('tbody tr:first-of-type td')];
  expect(first?.dataset['phone']).toBe('wide strong');
  expect(first?.style.order).toBe('1');
  expect(second?.dataset['phone']).toBeUndefined();
});
