// @vitest-environment happy-dom
/** The table is one tab stop, arrow keys move between rows, Enter opens a row, and its head shows the order. */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '#ui/kit/action.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { createList } from '#ui/staff/table/list.ts';
import { StaffList } from '#ui/staff/table/StaffList.tsx';

afterEach(cleanup);

interface Row {
  id: string;
  total: number;
}
const rows = Array.from({ length: 5 }, (_, index) => ({ id: `row ${index}`, total: index }));

async function renderTable(bulk?: ListSpec<Row>['bulk']) {
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
    ...(bulk && { bulk }),
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

it('the table counts up to a thousand, and says if there are more', async () => {
  await renderTable();
  expect(screen.getByText('1,000+ orders')).toBeTruthy();
});

it('the table is one tab stop, arrow keys move in it, and Enter opens a row', async () => {
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

it('the table is sorted by its head, which shows the direction', async () => {
  const { user, read } = await renderTable();
  await user.click(screen.getByRole('button', { name: 'Total' }));
  const head = await screen.findByRole('columnheader', { name: /Total/ });
  expect(head.getAttribute('aria-sort')).toBe('descending');
  expect(read).toHaveBeenLastCalledWith({ filter: {}, sort: '-total' }, null, 50);
  await user.click(screen.getByRole('button', { name: /Total/ }));
  expect(head.getAttribute('aria-sort')).toBe('ascending');
});

it('the card of a phone has the cells in the order of the columns', async () => {
  await renderTable();
  const [first, second] = [...document.querySelectorAll<HTMLElement>('tbody tr:first-of-type td')];
  expect(first?.dataset['phone']).toBe('wide strong');
  expect(first?.style.order).toBe('1');
  expect(second?.dataset['phone']).toBeUndefined();
});

describe('bulk selection', () => {
  const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  const findSelection = () => screen.getByRole('region', { name: 'Selection' });
  const drawnWith = async (run = vi.fn(() => Promise.resolve<Message | null>(null))) => ({
    run,
    ...(await renderTable({
      nameOf: ({ id }) => `the ${id}`,
      canSelect: ({ total }) => total !== 1,
      actions: [{ label: 'Send links', run, most: 3 }],
    })),
  });

  it('is missing in a list without it', async () => {
    await renderTable();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('has a checkbox for each row that can be selected, and acts on the selected rows', async () => {
    const { user, run, onOpen } = await drawnWith();
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: 'Select the row 1' })).toBeNull();
    await user.click(checkbox('Select the row 0'));
    await user.keyboard('{Shift>}');
    await user.click(checkbox('Select the row 3'));
    await user.keyboard('{/Shift}');
    expect(within(findSelection()).getByText('3 selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send links' }));
    expect(run).toHaveBeenCalledWith([rows[0], rows[2], rows[3]]);
    expect(onOpen).not.toHaveBeenCalled();
  });

  it('selects all shown rows, from the head or from the bar, and clears; the focus stays in the table', async () => {
    const { user, run } = await drawnWith();
    await user.click(checkbox('Select the row 2'));
    expect(checkbox('Select all shown').indeterminate).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Select all shown' }));
    expect(within(findSelection()).getByText('4 selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send links' }));
    expect(run).not.toHaveBeenCalled();
    expect(within(findSelection()).getByText('You can use “Send links” for at most 3 at once.')).toBeTruthy();
    expect(checkbox('Select all shown').checked).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    expect(document.activeElement?.tagName).toBe('A');
  });

  it('is possible by Space on a row, and by Shift and Space for a range', async () => {
    const { user, onOpen } = await drawnWith();
    screen.getByRole('link', { name: 'row 0' }).focus();
    await user.keyboard(' ');
    expect(checkbox('Select the row 0').checked).toBe(true);
    await user.keyboard('{End}');
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('row 4'));
    await user.keyboard('{Shift>} {/Shift}');
    expect(within(findSelection()).getByText('4 selected')).toBeTruthy();
    expect(onOpen).not.toHaveBeenCalled();
  });

  it('ends when the list shows other rows', async () => {
    const { user } = await drawnWith();
    await user.click(checkbox('Select the row 2'));
    await user.click(screen.getByRole('button', { name: 'Total' }));
    await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
  });

  it('says what an action did', async () => {
    const { user } = await drawnWith(
      vi.fn(() => Promise.resolve<Message | null>({ tone: 'bad', text: 'No link was sent.' })),
    );
    await user.click(checkbox('Select the row 2'));
    await user.click(screen.getByRole('button', { name: 'Send links' }));
    expect(await within(findSelection()).findByText('No link was sent.')).toBeTruthy();
  });
});
