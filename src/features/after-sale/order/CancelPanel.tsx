import { useStore } from '@nanostores/react';
import { KeepOr } from '../../../ui/KeepOr.tsx';
import { cancelWords, messages } from '../messages.ts';
import type { ManagedOrder } from '#contract/after-sale.ts';
import { cancellable, lineWords, type ManagedLine } from '../model.ts';
import { Panel } from '../Panel.tsx';
import type { Manage } from '../store.ts';

interface Props {
  manage: Manage;
  /** Those of them that can be cancelled are. */
  lines: readonly ManagedLine[];
  /** Of an order whose lines go together: what that comes to. */
  all?: ManagedOrder['cancel_all'];
  title: string;
  rule?: string | null;
}

/** The rule, what is used of a pass, and the exact refund first; then the question. */
export function CancelPanel({ manage, lines, all, title, rule }: Props) {
  const busy = useStore(manage.$busy);
  const { lineIds, reclaimedCents, ...seen } = cancellable({ lines: [...lines], cancel_all: all });
  const { refundCents } = seen;
  const why = lineIds.length === 1 ? lines.find(({ line_id }) => line_id === lineIds[0])?.why : null;
  const passes = lines.filter(isPass);
  return (
    <Panel title={title}>
      {all && (
        <ul>
          {lines
            .filter(({ line_id }) => lineIds.includes(line_id))
            .map((line) => (
              <li key={line.line_id}>{lineWords(line)}</li>
            ))}
        </ul>
      )}
      {rule && <p>{rule}</p>}
      {passes.map((line) => (
        <p key={line.line_id}>{passWords(line, lineIds.length > 1)}</p>
      ))}
      {why && why.percent > 0 && <p>{cancelWords.why(why)}</p>}
      {reclaimedCents > 0 && <p>{cancelWords.reclaimed(reclaimedCents)}</p>}
      <p>
        <b>{cancelWords.refund(refundCents)}</b>{' '}
        {passes.length === lineIds.length ? cancelWords.freePass : cancelWords.free}
      </p>
      <KeepOr
        keep={messages.keep}
        onKeep={manage.close}
        act={cancelWords.confirm(refundCents)}
        onAct={() => void manage.cancel(lineIds, seen)}
        busy={busy}
      />
    </Panel>
  );
}

/** Of several sessions. */
const isPass = ({ can }: ManagedLine) => (can.cancel?.sessions?.total ?? 1) > 1;

function passWords({ can: { cancel }, child_name, title }: ManagedLine, named: boolean): string {
  if (!cancel?.sessions) return '';
  const { total, unused } = cancel.sessions;
  const words = [
    unused === total
      ? cancelWords.wholePass(total, cancel.refund_cents)
      : cancelWords.partPass(unused, total),
    ...(cancel.ends_renewal ? [cancelWords.endsRenewal] : []),
  ].join(' ');
  return named ? cancelWords.about([child_name, title].filter(Boolean).join(', '), words) : words;
}
