import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatMoney } from '#domain/money.ts';
import { Button } from '../../Button.tsx';
import type { PageAnswer } from '../../staff/table/list.ts';
import type { Message } from '../action.ts';
import { createDetail } from '../detail.ts';
import type { ListSpec } from '../list.ts';
import { createListScreen } from '../ListScreen.tsx';
import { OutcomeNotice } from '../OutcomeNotice.tsx';
import { type BulkAction, createSelection } from '../selection.ts';
import { SelectionBar } from '../SelectionBar.tsx';
import { Part, State } from './Part.tsx';

interface Row {
  id: string;
  name: string;
  child: string;
  cents: number;
  status: 'Paid' | 'Open';
}
type Outcome = { state: 'done' } | { state: 'refused' };

const names = ['Aisha Rahman', 'Ben Lim', 'Chloe Tan', 'Devi Nair', 'Ethan Ong', 'Farah Ismail'];
const rows = names.map((name, index): Row => ({
  id: `row-${index}`,
  name,
  child: ['Kai', 'Bella', 'Zoe'][index % 3] ?? '',
  cents: 12_000 + index * 1500,
  status: index % 3 === 1 ? 'Open' : 'Paid',
}));

const page = (found: readonly Row[]): PageAnswer<Row> => ({
  ok: true,
  value: { rows: [...found], next: null, count: found.length, more: false },
});

const after = (message: Message) => () =>
  new Promise<Message>((resolve) => setTimeout(() => resolve(message), 1000));
const actions: readonly BulkAction<Row>[] = [
  { label: 'Send links', run: after({ tone: 'calm', text: 'The links are on their way.' }) },
  {
    label: 'Cancel orders…',
    harm: true,
    run: after({ tone: 'bad', text: 'One of these has started, so nothing was done.' }),
  },
];

const spec = (name: string, read: ListSpec<Row>['read']): ListSpec<Row> => ({
  name: `gallery-${name}`,
  words: {
    title: `A list: ${name}`,
    one: 'order',
    several: 'orders',
    empty: ['No orders yet.', 'Orders appear here as soon as somebody books.'],
  },
  filters: [
    { kind: 'search', name: `${name}-search`, label: 'Search orders', placeholder: 'Parent or child' },
    {
      kind: 'choice',
      name: `${name}-status`,
      label: 'Status',
      all: 'All',
      options: [
        ['Paid', 'Paid'],
        ['Open', 'Open'],
      ],
    },
  ],
  sorts: ['name', '-name'],
  read,
  views: [
    { name: 'All', search: '' },
    { name: 'Open', search: `?${name}-status=Open` },
  ],
  columns: [
    { id: 'name', title: 'Parent', sorted: true, phone: { order: 1 }, cell: ({ name: parent }) => parent },
    {
      id: 'status',
      title: 'Status',
      plain: true,
      phone: { order: 2, end: true },
      cell: ({ status }) => <span className={status === 'Paid' ? 'tag good' : 'tag warn'}>{status}</span>,
    },
    {
      id: 'child',
      title: 'Child',
      plain: true,
      phone: { order: 3, quiet: true },
      cell: ({ child }) => child,
    },
    {
      id: 'total',
      title: 'Total',
      numbers: true,
      plain: true,
      phone: { order: 4, strong: true },
      cell: ({ cents }) => formatMoney(cents),
    },
  ],
  csv: [
    { title: 'Parent', value: ({ name: parent }) => parent },
    { title: 'Child', value: ({ child }) => child },
  ],
  bulk: { nameOf: ({ name: parent }) => parent, canSelect: ({ status }) => status === 'Paid', actions },
  idOf: ({ id }) => id,
});

const readRows: ListSpec<Row>['read'] = ({ filter, sort }) => {
  const [search = '', status] = [filter['ready-search']?.toLowerCase(), filter['ready-status']];
  const found = rows
    .filter((row) => `${row.name} ${row.child}`.toLowerCase().includes(search))
    .filter((row) => status === undefined || row.status === status);
  return Promise.resolve(page(sort.startsWith('-') ? found.toReversed() : found));
};

const createRowDetail = (name: string) => () =>
  createDetail<Row, 'missing' | 'offline', Outcome>({
    name,
    isId: (text) => /^row-\d$/.test(text),
    read: (id) => {
      const found = rows.find((row) => row.id === id);
      if (id === 'row-3') return new Promise(() => undefined);
      if (id === 'row-4') return Promise.resolve({ ok: false, code: 'offline' });
      if (!found || id === 'row-5') return Promise.resolve({ ok: false, code: 'missing' });
      return Promise.resolve({ ok: true, value: found });
    },
  });

function RowSheet({
  detail,
  record,
}: {
  detail: ReturnType<ReturnType<typeof createRowDetail>>;
  record: Row;
}) {
  const busy = useStore(detail.$busy);
  const outcome = useStore(detail.$outcome);
  const setOutcome = (state: Outcome['state']) =>
    void detail.act(() => new Promise((resolve) => setTimeout(() => resolve({ state }), 1000)));
  return (
    <>
      <h2 id="side-title">{record.name}</h2>
      <p className="quiet">
        {record.child} · {formatMoney(record.cents)}
      </p>
      <div className="row">
        <Button kind="solid" small busy={busy} onClick={() => setOutcome('done')}>
          Send link
        </Button>
        <Button kind="line" small busy={busy} onClick={() => setOutcome('refused')}>
          Send link, refused
        </Button>
      </div>
      <OutcomeNotice
        outcome={outcome}
        done={() => 'A new link is on its way.'}
        refused={() => Promise.resolve('We have just sent a link. You can send another in ten minutes.')}
      />
    </>
  );
}

const listOf = (name: string, read: ListSpec<Row>['read']) =>
  createListScreen({
    list: spec(name, read),
    detail: createRowDetail(name),
    Sheet: RowSheet,
    sheet: {
      notFound: 'missing',
      words: {
        close: 'Close',
        loading: 'Loading...',
        failed: 'The order did not load.',
        notFound: 'We can’t find this order.',
      },
    },
  });

const Ready = listOf('ready', readRows);
const Loading = listOf('loading', () => new Promise(() => undefined));
const Failed = listOf('failed', () => Promise.resolve({ ok: false, code: 'offline' }));
const Empty = listOf('empty', () => Promise.resolve(page([])));

export const ListPart = () => (
  <Part title="createListScreen" fullWidth>
    <State name="ready; paid rows can be selected; the last three rows open a sheet that loads, fails, and finds nothing">
      <Ready />
    </State>
    <State name="loading">
      <Loading />
    </State>
    <State name="failed">
      <Failed />
    </State>
    <State name="empty">
      <Empty />
    </State>
  </Part>
);

function selectionOf(selected: readonly Row[]) {
  const selection = createSelection(({ id }: Row) => id);
  for (const row of selected) selection.toggle(row);
  return selection;
}

function Bar({ selected, hint }: { selected: readonly Row[]; hint?: string }) {
  const [selection] = useState(() => selectionOf(selected));
  return (
    <SelectionBar
      selection={selection}
      rows={rows}
      actions={actions}
      {...(hint !== undefined && { hint })}
      onClear={selection.clear}
    />
  );
}

export const SelectionPart = () => (
  <Part title="SelectionBar" fullWidth>
    <State name="some selected; the first action is done, the second one refused, each after a second">
      <Bar selected={rows.slice(0, 2)} />
    </State>
    <State name="all selected">
      <Bar selected={rows} />
    </State>
    <State name="none selected, with a hint; without one it is hidden">
      <Bar selected={[]} hint="Choose what to send." />
    </State>
  </Part>
);
