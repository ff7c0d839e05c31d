import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import kayak from '#assets/mascot/kayak.svg?url';
import { Button } from '../../Button.tsx';
import { EmptyState } from '../../EmptyState.tsx';
import { failedMessages } from '../../failed/messages.ts';
import { Notice } from '../../Notice.tsx';
import { type ListSpec, viewsOf } from '../../kit/list.ts';
import { createSelection } from '../../kit/selection.ts';
import { SelectionBar } from '../../kit/SelectionBar.tsx';
import { NotLoaded } from '../NotLoaded.tsx';
import { ExportButton } from './ExportButton.tsx';
import { Filters } from './Filters.tsx';
import type { List } from './list.ts';
import { StaffTable } from './StaffTable.tsx';
import { ViewTabs } from './ViewTabs.tsx';
import { createViews } from './views.ts';
import { tableMessages } from './messages.ts';
import './list-tools.css';
import './table.css';

interface Props<Row extends object> {
  spec: ListSpec<Row>;
  list: List<Row>;
  hrefOf: (row: Row) => string;
  onOpen: (row: Row) => void;
  openId: string | null;
  actions?: ReactNode;
  intro?: ReactNode;
}

export function StaffList<Row extends object>(props: Props<Row>) {
  const { spec, list, actions, intro } = props;
  const { title, one, several } = spec.words;
  const [views] = useState(() => createViews(spec.name));
  const [$ownViews] = useState(() => viewsOf(spec));
  const ownViews = useStore($ownViews);
  const view = useStore(list.$view);
  useEffect(() => list.open(), [list]);
  return (
    <section className="staff-list stack gap-3" aria-label={title}>
      <div className="staff-head">
        <div>
          <h1>{title}</h1>
          <p className="quiet numbers" role="status">
            {view.state === 'loading' && tableMessages.loading}
            {view.state === 'ready' && tableMessages.count(view.count, view.more, [one, several])}
          </p>
        </div>
        <div className="row no-print">
          {actions}
          <ExportButton pages={list.pages} file={{ name: `${spec.name}.csv`, columns: spec.csv }} />
        </div>
      </div>
      {intro}
      <div className="list-tools">
        <ViewTabs list={list} views={views} ownViews={ownViews} />
        <Filters list={list} />
      </div>
      <Rows {...props} />
    </section>
  );
}

function Rows<Row extends object>(props: Props<Row>) {
  const { spec, list, hrefOf, onOpen, openId } = props;
  const { columns, idOf, bulk } = spec;
  const view = useStore(list.$view);
  const [selection] = useState(() => bulk && createSelection(idOf, bulk.canSelect));
  const rows = useRef<HTMLDivElement>(null);
  // A new query shows other rows, so the selection is cleared.
  useEffect(() => selection && list.$query.listen(selection.clear), [list, selection]);
  if (view.state === 'loading')
    return (
      <div className="sheet list-waiting" aria-hidden="true">
        {Array.from({ length: 8 }, (_, index) => (
          <span key={index} className="skeleton" />
        ))}
      </div>
    );
  if (view.state === 'failed')
    return (
      <NotLoaded level={2} title={tableMessages.failed} code={view.code} onRetry={() => void list.read()} />
    );
  if (view.rows.length === 0)
    return (
      <div className={view.turning ? 'turning' : undefined}>
        <Nothing list={list} empty={spec.words.empty} />
      </div>
    );
  return (
    // The sticky bar needs a parent that is as tall as the table.
    <div ref={rows}>
      <div className={view.turning ? 'sheet turning' : 'sheet'}>
        <StaffTable
          label={spec.words.title}
          list={list}
          view={view}
          columns={columns}
          idOf={idOf}
          hrefOf={hrefOf}
          onOpen={onOpen}
          openId={openId}
          selection={selection}
          nameOf={bulk?.nameOf}
        />
        {view.late !== null ? (
          <Notice tone="bad" actions={<MoreAgain list={list} />}>
            {tableMessages.nextRowsFailed}
          </Notice>
        ) : (
          <p className="list-foot quiet">
            {view.next === null ? tableMessages.end(view.rows.length) : tableMessages.turning}
          </p>
        )}
      </div>
      {selection && bulk && (
        <SelectionBar
          selection={selection}
          rows={view.rows}
          actions={bulk.actions}
          onClear={() => {
            selection.clear();
            // The bar disappears with the pressed button, so the focus moves to the table.
            rows.current?.querySelector<HTMLElement>('a[tabindex="0"]')?.focus();
          }}
        />
      )}
    </div>
  );
}

function Nothing<Row extends object>(props: { list: List<Row>; empty: readonly [string, string] }) {
  const { list, empty } = props;
  const [title, text] = empty;
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
      title={tableMessages.none}
      actions={
        <Button kind="line" onClick={list.showAll}>
          {tableMessages.clear}
        </Button>
      }
    >
      {tableMessages.noneText}
    </EmptyState>
  );
}

const MoreAgain = <Row,>({ list }: { list: List<Row> }) => (
  <Button kind="line" small onClick={() => void list.readMore()}>
    {failedMessages.again}
  </Button>
);
