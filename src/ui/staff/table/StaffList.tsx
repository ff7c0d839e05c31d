import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import kayak from '#assets/mascot/kayak.svg?url';
import { Button } from '../../Button.tsx';
import { EmptyState } from '../../EmptyState.tsx';
import { failedMessages } from '../../failed/messages.ts';
import { Notice } from '../../Notice.tsx';
import { NotLoaded } from '../NotLoaded.tsx';
import type { CsvColumn } from './csv.ts';
import { ExportButton } from './ExportButton.tsx';
import { Filters } from './Filters.tsx';
import type { List } from './list.ts';
import { type Column, StaffTable } from './StaffTable.tsx';
import { ViewTabs } from './ViewTabs.tsx';
import type { OwnView, Views } from './views.ts';
import { tableWords } from './words.ts';
import './list-tools.css';
import './table.css';

interface Props<Row extends object> {
  title: string;
  /** Singular and plural: "order", "orders". */
  what: readonly [string, string];
  list: List<Row>;
  views: Views;
  /** Views that everybody has. */
  ownViews: readonly OwnView[];
  columns: readonly Column<Row>[];
  file: { name: string; columns: readonly CsvColumn<Row>[] };
  idOf: (row: Row) => string;
  hrefOf: (row: Row) => string;
  onOpen: (row: Row) => void;
  openId: string | null;
  /** For an empty list: what would be here, or what to do. */
  empty: readonly [title: string, text: string];
  actions?: ReactNode;
}

/** A staff list with its views, filters and export. More rows load as somebody scrolls. */
export function StaffList<Row extends object>(props: Props<Row>) {
  const { title, what, list, views, ownViews, file, actions } = props;
  const view = useStore(list.$view);
  useEffect(() => list.open(), [list]);
  return (
    <section className="staff-list" aria-label={title}>
      <div className="staff-head">
        <div>
          <h1>{title}</h1>
          <p className="quiet numbers" role="status">
            {view.state === 'loading' && tableWords.loading}
            {view.state === 'ready' && tableWords.count(view.count, view.more, what)}
          </p>
        </div>
        <div className="row no-print">
          {actions}
          <ExportButton pages={list.pages} file={file} />
        </div>
      </div>
      <ViewTabs list={list} views={views} ownViews={ownViews} />
      <Filters list={list} />
      <Rows {...props} />
    </section>
  );
}

function Rows<Row extends object>(props: Props<Row>) {
  const { title, list, columns, idOf, hrefOf, onOpen, openId, empty } = props;
  const view = useStore(list.$view);
  if (view.state === 'loading')
    return (
      <div className="sheet list-waiting" aria-hidden="true">
        {Array.from({ length: 8 }, (_, at) => (
          <span key={at} className="skeleton" />
        ))}
      </div>
    );
  if (view.state === 'failed')
    return <NotLoaded level={2} title={tableWords.failed} onRetry={() => void list.read()} />;
  if (view.rows.length === 0)
    return (
      <div className={view.turning ? 'turning' : undefined}>
        <Nothing list={list} empty={empty} />
      </div>
    );
  return (
    <div className={view.turning ? 'sheet turning' : 'sheet'}>
      <StaffTable {...{ label: title, list, view, columns, idOf, hrefOf, onOpen, openId }} />
      {view.late !== null ? (
        <Notice tone="bad" actions={<MoreAgain list={list} />}>
          {tableWords.late}
        </Notice>
      ) : (
        <p className="list-foot quiet">
          {view.next === null ? tableWords.end(view.rows.length) : tableWords.turning}
        </p>
      )}
    </div>
  );
}

/** No rows match the filters, or there are no rows at all. */
function Nothing<Row extends object>({ list, empty: [title, text] }: Pick<Props<Row>, 'list' | 'empty'>) {
  const { filter } = useStore(list.$query);
  if (Object.keys(filter).length === 0)
    return (
      <EmptyState level={2} picture={kayak} title={title}>
        {text}
      </EmptyState>
    );
  return (
    <EmptyState
      level={2}
      title={tableWords.none}
      actions={
        <Button kind="line" onClick={list.showAll}>
          {tableWords.clear}
        </Button>
      }
    >
      {tableWords.noneText}
    </EmptyState>
  );
}

const MoreAgain = <Row,>({ list }: { list: List<Row> }) => (
  <Button kind="line" small onClick={() => void list.readMore()}>
    {failedMessages.again}
  </Button>
);
