import { atom } from 'nanostores';
import type { Message } from './action.ts';

export interface BulkAction<Row> {
  label: string;
  /** True if the action removes something or cannot be undone. */
  harm?: boolean;
  /** The most rows that the action accepts. */
  most?: number;
  run: (rows: readonly Row[]) => Promise<Message | null>;
}

/** Returns whether the checkbox was pressed together with the shift key. */
export const isWithShift = (event: Event): boolean => 'shiftKey' in event && event.shiftKey === true;

/**
 * Creates the store of the selected rows of a list, by their id. Only visible rows count, so that users do not act on
 * rows that they cannot see.
 */
export function createSelection<Row>(
  idOf: (row: Row) => string,
  canSelect: (row: Row) => boolean = () => true,
) {
  const $ids = atom<ReadonlySet<string>>(new Set());
  /** The id of the row that was pressed last, where a range begins. */
  let lastId: string | null = null;

  const has = (row: Row): boolean => $ids.get().has(idOf(row));
  const selectedOf = (rows: readonly Row[]): Row[] => rows.filter((row) => has(row) && canSelect(row));
  const isAll = (rows: readonly Row[]): boolean =>
    rows.some(canSelect) && rows.every((row) => has(row) || !canSelect(row));

  function set(rows: readonly Row[], isSelected: boolean): void {
    const ids = new Set($ids.get());
    for (const row of rows.filter(canSelect)) {
      if (isSelected) ids.add(idOf(row));
      else ids.delete(idOf(row));
    }
    $ids.set(ids);
  }

  /**
   * Selects or deselects a row. `range` has the rows in the order shown. All rows from the last pressed row to this
   * one change together.
   */
  function toggle(row: Row, range: readonly Row[] = []): void {
    const start = range.findIndex((one) => idOf(one) === lastId);
    const end = range.findIndex((one) => idOf(one) === idOf(row));
    const isRange = start >= 0 && end >= 0;
    set(isRange ? range.slice(Math.min(start, end), Math.max(start, end) + 1) : [row], !has(row));
    lastId = idOf(row);
  }

  const toggleAll = (rows: readonly Row[]): void => set(rows, !isAll(rows));

  function clear(): void {
    lastId = null;
    $ids.set(new Set());
  }

  return { $ids, canSelect, has, selectedOf, isAll, toggle, toggleAll, clear };
}
export type Selection<Row> = ReturnType<typeof createSelection<Row>>;
