import { longPlaceText } from '#contract/place-names.ts';
import type { ManagedOrder } from '#contract/after-sale.ts';
import { useStore } from '@nanostores/react';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { cancellable, isSeries, type ManagedLine, refundOf, soldMessage } from '../model.ts';
import { Panel } from '../Panel.tsx';
import type { OrderStore } from '../store.ts';
import { cancelMessages, orderMessages } from './messages.ts';

interface Props {
  manage: OrderStore;
  lines: readonly ManagedLine[];
  /** The effect of cancelling every line together. It is missing if the panel is about a single line. */
  all?: ManagedOrder['cancel_all'];
  title: string;
  rule?: string | null;
}

/** Shows the rule, the exact refund and the sessions that were already used, before the parent confirms. */
export function CancelPanel({ manage, lines, all, title, rule }: Props) {
  const busy = useStore(manage.$busy);
  const { lineIds, clawbackCents, ...shown } = cancellable({ lines: [...lines], cancel_all: all });
  const { refundCents } = shown;
  const cancelledLines = lines.filter(({ line_id }) => lineIds.includes(line_id));
  const remainingLines = lines.filter(({ can, status }) => can.cancel === null && status !== 'cancelled');
  const unpaid = cancelledLines.reduce((sum, { unpaid_cents = 0 }) => sum + unpaid_cents, 0);
  const [only] = cancelledLines.length === 1 ? cancelledLines : [];
  return (
    <Panel title={title} about={<CancelledLines lines={cancelledLines} all={all} />}>
      {rule && <p>{rule}</p>}
      {only && isPass(only) && <p>{passMessage(only)}</p>}
      {only?.refund_reason && only.refund_reason.percent > 0 && (
        <p>{cancelMessages.why(only.refund_reason)}</p>
      )}
      {unpaid > 0 && <p>{cancelMessages.unpaid(unpaid)}</p>}
      {clawbackCents > 0 && <p>{cancelMessages.reclaimed(clawbackCents)}</p>}
      <p>
        <b>{cancelMessages.refund(refundCents)}</b>{' '}
        {cancelledLines.every(isPass)
          ? cancelMessages.freePass
          : only
            ? cancelMessages.free
            : cancelMessages.freeAll}
      </p>
      {remainingLines.length > 0 && (
        <p>{cancelMessages.unchanged(remainingLines.map(soldMessage).join('; '))}</p>
      )}
      <ConfirmActions
        keep={orderMessages.keep}
        onKeep={manage.close}
        act={cancelMessages.confirm(refundCents)}
        onAct={() => void manage.cancel(lineIds, shown, cancelledLines.map(soldMessage).join('; '))}
        busy={busy}
      />
    </Panel>
  );
}

function CancelledLines({ lines, all }: { lines: readonly ManagedLine[]; all: Props['all'] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line.line_id}>
          <span>{soldMessage(line)}</span>
          {lines.length > 1 && <b className="numbers">{cancelMessages.back(refundOf(line, all))}</b>}
          {lines.length > 1 && isPass(line) && <small>{passMessage(line)}</small>}
          {isSeries(line) && (
            <ul>
              {line.pass?.bookings
                .filter(({ status }) => status === 'ahead')
                .map(({ booking_id, session }) => (
                  <li key={booking_id}>{cancelMessages.session(longPlaceText({ session }))}</li>
                ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

const isPass = ({ can }: ManagedLine) => (can.cancel?.sessions?.total ?? 1) > 1;

function passMessage({ can: { cancel }, pass }: ManagedLine): string {
  if (!cancel?.sessions) return '';
  const { total, unused } = cancel.sessions;
  return [
    unused === total
      ? cancelMessages.wholePass(total, cancel.refund_cents)
      : cancelMessages.partPass(unused, total),
    ...(pass?.moved_credits ? [cancelMessages.siblings(pass.moved_credits)] : []),
    ...(cancel.ends_renewal ? [cancelMessages.endsRenewal] : []),
  ].join(' ');
}
