/** Rows are selected for an action on several of them. */
import { expect, it } from 'vitest';
import { createSelection } from '#ui/kit/selection.ts';

interface Row {
  id: string;
  isOver: boolean;
}
const rows: Row[] = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, isOver: id === 'c' }));
const [a, b, c, d] = rows as [Row, Row, Row, Row];
const create = () =>
  createSelection(
    ({ id }: Row) => id,
    ({ isOver }) => !isOver,
  );
const idsOf = (selected: readonly Row[]) => selected.map(({ id }) => id).join('');

it('a click selects and clears single rows, but none that cannot be selected', () => {
  const selection = create();
  selection.toggle(b);
  selection.toggle(c);
  selection.toggle(a);
  expect(idsOf(selection.selectedOf(rows))).toBe('ab');
  selection.toggle(a);
  expect(idsOf(selection.selectedOf(rows))).toBe('b');
});

it('a range goes from the row that was pressed last, in either direction', () => {
  const selection = create();
  selection.toggle(d);
  selection.toggle(a, rows);
  expect(idsOf(selection.selectedOf(rows))).toBe('abd');
  // The pressed row and the range are deselected.
  selection.toggle(b, rows);
  expect(idsOf(selection.selectedOf(rows))).toBe('d');
});

it('a range without a row before it is one row', () => {
  const selection = create();
  selection.toggle(b, rows);
  expect(idsOf(selection.selectedOf(rows))).toBe('b');
});

it('the checkbox in the head selects all shown rows, and then none', () => {
  const selection = create();
  expect(selection.isAll(rows)).toBe(false);
  selection.toggleAll(rows);
  expect(idsOf(selection.selectedOf(rows))).toBe('abde');
  expect(selection.isAll(rows)).toBe(true);
  selection.toggleAll(rows);
  expect(selection.selectedOf(rows)).toEqual([]);
  expect(selection.isAll([c])).toBe(false);
});

it('a row that is no longer shown, or has changed so that it cannot be selected, does not count', () => {
  const selection = create();
  selection.toggleAll(rows);
  expect(idsOf(selection.selectedOf([a, { ...b, isOver: true }]))).toBe('a');
  selection.clear();
  expect(selection.selectedOf(rows)).toEqual([]);
});
