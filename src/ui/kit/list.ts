import { atom, type ReadableAtom } from 'nanostores';
import type { CsvColumn } from '../staff/table/csv.ts';
import type { ListRules } from '../staff/table/list.ts';
import type { Column } from '../staff/table/StaffTable.tsx';
import type { OwnView } from '../staff/table/views.ts';
import type { BulkAction } from './selection.ts';

/** Describes a staff list. docs/kit.md has an example. */
export interface ListSpec<Row extends object> extends ListRules<Row> {
  name: string;
  words: {
    title: string;
    one: string;
    several: string;
    /** A text for an empty list. It says what will appear there, or what to do. */
    empty: readonly [title: string, text: string];
  };
  /** Views that all users have. */
  views: readonly OwnView[] | ReadableAtom<readonly OwnView[]>;
  /** The columns. The first one has the row's name, which links to the row. */
  columns: readonly Column<Row>[];
  csv: readonly CsvColumn<Row>[];
  /** If this is set, users can select several rows for an action. */
  bulk?: Bulk<Row>;
  idOf: (row: Row) => string;
}

interface Bulk<Row> {
  /** Returns the name of a row for its checkbox, such as "Select OT-4F7K". */
  nameOf: (row: Row) => string;
  /** Returns whether a row can be selected. By default every row can. */
  canSelect?: (row: Row) => boolean;
  actions: readonly BulkAction<Row>[];
}

export const viewsOf = <Row extends object>({ views }: ListSpec<Row>) =>
  'get' in views ? views : atom(views);
