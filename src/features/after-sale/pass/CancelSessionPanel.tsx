import type { ManagedPass } from '#contract/after-sale.ts';
import { useStore } from '@nanostores/react';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { type ManagedLine, sessionOfLine } from '../model.ts';
import { Panel } from '../Panel.tsx';
import type { PassBooking } from './pass.ts';
import { passMessages } from './messages.ts';
import type { OrderStore } from '../store.ts';

interface Props {
  manage: OrderStore;
  line: ManagedLine;
  pass: ManagedPass;
  booking: PassBooking;
}

/** Says whether the credit comes back, before the parent confirms. */
export function CancelSessionPanel({ manage, line, pass, booking }: Props) {
  const busy = useStore(manage.$busy);
  const returns = booking.returns_credit;
  return (
    <Panel
      names={[line.child_name ?? '']}
      title={passMessages.cancelTitle}
      about={sessionOfLine(line, booking.session)}
    >
      <p>
        <b>
          {returns ? returnText(pass) : passMessages.creditLost(formatMoment(booking.credit_returns_until))}
        </b>{' '}
        {passMessages.place}
      </p>
      <ConfirmActions
        keep={passMessages.stay}
        onKeep={manage.close}
        act={returns ? passMessages.confirm : passMessages.confirmLost}
        onAct={() =>
          void manage.passes.cancelSession(line.line_id, booking, sessionOfLine(line, booking.session))
        }
        busy={busy}
      />
    </Panel>
  );
}

const returnText = ({ valid_until }: ManagedPass) =>
  valid_until === null ? passMessages.comesBack : passMessages.comesBackUntil(formatDate(valid_until));
