import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import {
  type ColumnDef,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { inPage } from '../../in-page.ts';
import type { Selection } from '../../kit/selection.ts';
import type { List, View } from './list.ts';
import { tableMessages } from './messages.ts';
import { SelectAll, SelectRow } from './SelectCells.tsx';

const $noIds = atom<ReadonlySet<string>>(new Set());
const features = tableFeatures({ rowSortingFeature });

export interface Column<Row extends object> {
  id: string;
  title: string;
  cell: (row: Row, list: List<Row>) => ReactNode;
  /** True if the list can be sorted by this column. */
  sorted?: boolean;
  numbers?: boolean;
  /** True if the card on a phone shows the value without the column's title. */
  plain?: boolean;
  /** The position of the value on the card of a phone. `hidden` leaves it out. */
  phone?: Phone | 'hidden';
}

/**
 * The position of a value on a phone, where a row is a card with two columns. The second column is as wide as its
 * content.
 */
interface Phone {
  order: number;
  wide?: boolean;
  end?: boolean;
  quiet?: boolean;
  strong?: boolean;
}

/** Returns the CSS classes of a cell on the card, such as `wide quiet` (table.css). */
function phoneStyle(phone: Phone | 'hidden' | undefined): string | undefined {
  if (phone === undefined || phone === 'hidden') return phone;
  const { order: _order, ...styles } = phone;
  return Object.keys(styles).join(' ');
}

interface Props<Row extends object> {
  label: string;
  list: List<Row>;
  view: Extract<View<Row>, { state: 'ready' }>;
  /** The columns. The first one has the row's name, which links to the row. */
  columns: readonly Column<Row>[];
  idOf: (row: Row) => string;
  hrefOf: (row: Row) => string;
  /** Opens the row without loading a page. The browser handles new tabs. */
  onOpen: (row: Row) => void;
  openId: string | null;
  selection: Selection<Row> | undefined;
  nameOf: ((row: Row) => string) | undefined;
}

/** The estimated height of a row in pixels. A row is measured once it is rendered. */
const ROW_PX = 38;
/**
 * The number of rows that are rendered outside the visible area. The next page loads when the last of them is
 * rendered.
 */
const OVERSCAN_ROWS = 12;

/** A table that renders only the rows near the screen. It is one tab stop. Arrow keys, Home and End move within it. */
export function StaffTable<Row extends object>(props: Props<Row>) {
  const { label, list, view, columns, idOf, hrefOf, onOpen, openId, selection, nameOf = idOf } = props;
  const { sort } = useStore(list.$query);
  const selectedIds = useStore(selection?.$ids ?? $noIds);
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const [current, setCurrent] = useState(0);
  /** True after a move by keyboard. The row takes the focus once it is rendered. */
  const moved = useRef(false);

  const [definitions] = useState<ColumnDef<typeof features, Row>[]>(() =>
    columns.map(({ id, title, sorted = false }) => ({
      id,
      header: title,
      enableSorting: sorted,
      accessorFn: () => null,
    })),
  );
  const sorting: SortingState = [{ id: sort.replace('-', ''), desc: sort.startsWith('-') }];
  const table = useTable({
    features,
    columns: definitions,
    data: view.rows,
    getRowId: idOf,
    manualSorting: true,
    enableSortingRemoval: false,
    sortDescFirst: true,
    state: { sorting },
    onSortingChange: (next) => {
      const [by] = typeof next === 'function' ? next(sorting) : next;
      if (by) list.sortBy(`${by.desc ? '-' : ''}${by.id}`);
    },
  });
  const rows = table.getRowModel().rows;
  // oxlint-disable-next-line react/incompatible-library -- no compiler of React's memoizes here
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const drawn = virtual.getVirtualItems();
  const [first, last] = [drawn[0], drawn.at(-1)];

  const isEmpty = rows.length === 0;
  useLayoutEffect(() => {
    const bodyTop = body.current?.getBoundingClientRect().top;
    if (bodyTop !== undefined) setTop(Math.round(bodyTop + scrollY));
  }, [isEmpty]);
  const lastDrawn = last?.index ?? 0;
  useEffect(() => {
    if (lastDrawn >= rows.length - OVERSCAN_ROWS) void list.readMore();
  }, [list, lastDrawn, rows.length]);
  const currentIndex = Math.min(current, Math.max(0, rows.length - 1));
  useEffect(() => {
    if (!moved.current) return;
    const link = body.current?.querySelector<HTMLElement>(`[data-index="${currentIndex}"] a`);
    if (!link) return;
    moved.current = false;
    link.focus({ preventScroll: true });
  });

  /** Selects a row. With the shift key, all rows from the last selected row on are selected. */
  function toggleSelection(row: Row, isRange: boolean): void {
    selection?.toggle(row, isRange ? view.rows : []);
  }

  function onKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === ' ' && selection && event.target instanceof HTMLAnchorElement) {
      event.preventDefault();
      const row = view.rows[currentIndex];
      if (row) toggleSelection(row, event.shiftKey);
      return;
    }
    if (event.shiftKey) return;
    const screenful = Math.max(1, Math.floor(innerHeight / ROW_PX) - 3);
    const next =
      {
        ArrowDown: currentIndex + 1,
        ArrowUp: currentIndex - 1,
        PageDown: currentIndex + screenful,
        PageUp: currentIndex - screenful,
        Home: 0,
      }[event.key] ?? (event.key === 'End' ? rows.length - 1 : null);
    if (next === null || rows.length === 0) return;
    event.preventDefault();
    const target = Math.min(rows.length - 1, Math.max(0, next));
    moved.current = true;
    setCurrent(target);
    virtual.scrollToIndex(target, { align: 'auto' });
  }

  // If a row is scrolled out of view, it is not rendered, so the first rendered row becomes the tab stop.
  const stop = drawn.some(({ index }) => index === currentIndex) ? currentIndex : first?.index;
  const above = first ? first.start - top : 0;
  const below = last ? virtual.getTotalSize() - (last.end - top) : 0;
  return (
    <table
      className="staff-table"
      aria-label={label}
      aria-rowcount={view.next === null ? rows.length + 1 : -1}
      aria-busy={view.turning}
    >
      <thead>
        <tr aria-rowindex={1}>
          {selection && <SelectAll selection={selection} rows={view.rows} />}
          {table.getHeaderGroups()[0]?.headers.map((header, index) => {
            const sorted = header.column.getIsSorted();
            const title = columns[index]?.title;
            return (
              <th
                key={header.id}
                scope="col"
                className={[`head-of-${header.column.id}`, columns[index]?.numbers && 'numbers']
                  .filter(Boolean)
                  .join(' ')}
                aria-sort={sorted === false ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
              >
                {header.column.getCanSort() ? (
                  <button type="button" onClick={header.column.getToggleSortingHandler()}>
                    {title}
                    <i aria-hidden="true">{sorted === false ? '' : sorted === 'asc' ? '▲' : '▼'}</i>
                  </button>
                ) : (
                  title
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      {/* The keys move the focus between the links of the rows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <tbody ref={body} onKeyDown={onKey}>
        {above > 0 && <Space height={above} columns={columns.length + (selection ? 1 : 0)} />}
        {drawn.map(({ index, key }) => {
          const row = rows[index]?.original;
          if (row === undefined) return null;
          return (
            <tr
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-rowindex={index + 2}
              className={[
                idOf(row) === openId && 'open',
                selection && 'selectable',
                selectedIds.has(idOf(row)) && 'selected',
              ]
                .filter(Boolean)
                .join(' ')}
            >
              {selection && (
                <SelectRow
                  name={selection.canSelect(row) ? nameOf(row) : null}
                  isSelected={selectedIds.has(idOf(row))}
                  tabIndex={index === stop ? 0 : -1}
                  onFocus={() => setCurrent(index)}
                  onSelect={(isRange) => toggleSelection(row, isRange)}
                />
              )}
              {columns.map(({ id, title, cell, numbers, plain, phone }, at) => (
                <td
                  key={id}
                  className={[`of-${id}`, numbers && 'numbers'].filter(Boolean).join(' ')}
                  data-title={plain || at === 0 ? undefined : title}
                  data-phone={phoneStyle(phone)}
                  style={{ order: typeof phone === 'object' ? phone.order : undefined }}
                >
                  {at === 0 ? (
                    <a
                      href={hrefOf(row)}
                      // The text is a person's name or an order's number, which page translators must not change.
                      translate="no"
                      tabIndex={index === stop ? 0 : -1}
                      aria-current={idOf(row) === openId ? 'true' : undefined}
                      onFocus={() => setCurrent(index)}
                      onClick={inPage(() => {
                        setCurrent(index);
                        onOpen(row);
                      })}
                    >
                      {cell(row, list)}
                    </a>
                  ) : (
                    cell(row, list)
                  )}
                </td>
              ))}
            </tr>
          );
        })}
        {below > 0 && <Space height={below} columns={columns.length + (selection ? 1 : 0)} />}
      </tbody>
      <caption className="sr-only">
        {tableMessages.keys}
        {selection && ` ${tableMessages.selectKeys}`}
      </caption>
    </table>
  );
}

/** An empty row with the height of the rows that are not rendered. */
const Space = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden="true" className="space">
    <td colSpan={columns} style={{ height }} />
  </tr>
);
