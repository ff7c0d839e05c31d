import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useState } from 'react';
import { SideSheet } from '../staff/SideSheet.tsx';
import { createList, type List } from '../staff/table/list.ts';
import { StaffList } from '../staff/table/StaffList.tsx';
import type { Detail, DetailView } from './detail.ts';
import type { ListSpec } from './list.ts';

type Opened<View> = Exclude<View, { state: 'closed' }>;

interface Common<Row extends object, Store, Props> {
  list: ListSpec<Row>;
  /** Creates the store of an opened row. `update` replaces the row in the list. */
  detail: (update: (row: Row) => void, list: List<Row>) => Store;
  Actions?: ComponentType<{ list: List<Row>; detail: Store } & Props>;
  /** A component between the title and the list. */
  Intro?: ComponentType;
}
interface InSheet<Store, Record, Code, Props> {
  /** Shows one row in full, in a panel beside the list. It must contain a heading with the id `side-title`. */
  Sheet: ComponentType<{ detail: Store; record: Record } & Props>;
  sheet: {
    /** The error code for a record that does not exist. */
    notFound: Code;
    words: { close: string; loading: string; failed: string; notFound: string };
  };
}
interface AsPage<Store, Record, Code extends string, Props> {
  /** Shows one row in full instead of the list. */
  Page: ComponentType<{ detail: Store; view: Opened<DetailView<Record, Code>> } & Props>;
}

/**
 * Creates a staff screen with a list and with one row in full (docs/kit.md). The list's query is in the address, and
 * its rows are loaded page by page.
 */
export function createListScreen<
  Row extends object,
  Record,
  Code extends string,
  Store extends Detail<Record, Code>,
  Props extends object = object,
>(
  rules: Common<Row, Store, NoInfer<Props>> &
    (InSheet<Store, Record, NoInfer<Code>, NoInfer<Props>> | AsPage<Store, Record, Code, NoInfer<Props>>),
) {
  const { list: spec, Actions, Intro } = rules;

  return function ListScreen(props: Props) {
    const [list] = useState(() => createList(spec));
    const [detail] = useState(() =>
      rules.detail((row) => list.replace((old) => spec.idOf(old) === spec.idOf(row), row), list),
    );
    const view: DetailView<Record, Code> = useStore(detail.$view);
    useEffect(() => detail.watch(), [detail]);
    if ('Page' in rules && view.state !== 'closed')
      return <rules.Page key={view.id} detail={detail} view={view} {...props} />;
    return (
      <>
        <StaffList
          spec={spec}
          list={list}
          hrefOf={(row) => detail.hrefOf(spec.idOf(row))}
          onOpen={(row) => detail.open(spec.idOf(row))}
          openId={view.state === 'closed' ? null : view.id}
          actions={Actions && <Actions list={list} detail={detail} {...props} />}
          intro={Intro && <Intro />}
        />
        {'Sheet' in rules && view.state !== 'closed' && (
          <SideSheet
            key={view.id}
            view={view}
            {...rules.sheet}
            onClose={detail.close}
            onAgain={() => void detail.retry()}
          >
            {(record) => <rules.Sheet detail={detail} record={record} {...props} />}
          </SideSheet>
        )}
      </>
    );
  };
}
