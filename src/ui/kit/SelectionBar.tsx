import { useStore } from '@nanostores/react';
import { Button } from '../Button.tsx';
import { Notice } from '../Notice.tsx';
import { selectionMessages } from './messages.ts';
import type { BulkAction, Selection } from './selection.ts';
import { useAction } from './use-action.ts';
import './selection.css';

interface Props<Row> {
  selection: Selection<Row>;
  rows: readonly Row[];
  actions: readonly BulkAction<Row>[];
  /** A hint. If there is none, the bar is shown only while rows are selected. */
  hint?: string;
  /** The label of the button that clears the selection. */
  clearLabel?: string;
  onClear: () => void;
}

export function SelectionBar<Row>(props: Props<Row>) {
  const { selection, rows, hint } = props;
  useStore(selection.$ids);
  const selected = selection.selectedOf(rows);
  const isShown = selected.length > 0 || hint !== undefined;
  return (
    <>
      <p className="sr-only" role="status">
        {isShown && selectionMessages.count(selected.length)}
      </p>
      {isShown && <Bar {...props} selected={selected} />}
    </>
  );
}

function Bar<Row>(props: Props<Row> & { selected: readonly Row[] }) {
  const { selection, rows, selected, actions, hint, clearLabel = selectionMessages.clear, onClear } = props;
  const { busy, running, outcome, run } = useAction();
  const isTooMany = (limit = Infinity) => selected.length > limit;
  const canRun = (limit?: number) => selected.length > 0 && !isTooMany(limit);
  return (
    <section className="selection-bar no-print" aria-label={selectionMessages.label}>
      <p>
        <b className="numbers">{selectionMessages.count(selected.length)}</b> {selected.length === 0 && hint}
      </p>
      <div className="row">
        <Button kind="line" small onClick={onClear}>
          {clearLabel}
        </Button>
        {!selection.isAll(rows) && (
          <Button kind="line" small onClick={() => selection.toggleAll(rows)}>
            {selectionMessages.all}
          </Button>
        )}
        {actions.map(({ label, harm, most, run: act }) => (
          <Button
            key={label}
            kind={harm ? 'harm' : 'solid'}
            small
            busy={busy && running === label}
            aria-disabled={!canRun(most) || undefined}
            onClick={() => {
              if (canRun(most)) void run(() => act(selected), label);
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      {actions
        .filter(({ most }) => isTooMany(most))
        .map(({ label, most = 0 }) => (
          <Notice key={label} tone="warn">
            {selectionMessages.most(most, label)}
          </Notice>
        ))}
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
    </section>
  );
}
