import type { ManagedPass } from '#contract/after-sale.ts';
import { useStore } from '@nanostores/react';
import { paths } from '#config/paths.ts';
import { formatDate } from '#domain/dates.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { calendar } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { BookPanel } from './BookPanel.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { showToast } from '#ui/toast.ts';
import { downloadCalendar } from './calendar.ts';
import type { ManagedLine } from '../model.ts';
import { Note } from '../Note.tsx';
import { canBook, leftOf } from './pass.ts';
import { passMessages } from './messages.ts';
import { PassSessions } from './PassSessions.tsx';
import type { OrderStore } from '../store.ts';

interface Props {
  manage: OrderStore;
  line: ManagedLine;
  pass: ManagedPass;
  number: string;
  help: string;
}

export function PassCard({ manage, line, pass, number, help }: Props) {
  const panel = useStore(manage.$panel);
  const open = panel?.lineId === line.line_id ? panel : null;
  const upcomingBookings = pass.bookings.filter(({ status }) => status === 'ahead');
  const id = `sessions-${line.line_id}`;
  return (
    <section className="pass-sessions" aria-labelledby={id}>
      <div className="pass-head">
        <h3 id={id}>{passMessages.heading}</h3>
        <p className="numbers">{leftOf(pass)}</p>
      </div>
      {pass.bookings.length > 0 && (
        <PassSessions manage={manage} line={line} pass={pass} open={open?.bookingId ?? null} />
      )}
      <Note manage={manage} help={help} lineId={line.line_id} names={[line.child_name ?? '']} />
      <PassEndedNotice line={line} pass={pass} />
      {open?.action === 'book' ? (
        <BookPanel manage={manage} line={line} />
      ) : (
        <div className="row">
          {canBook(pass) && (
            <Button
              kind="solid"
              small
              onClick={() => manage.openPanel({ lineId: line.line_id, action: 'book' })}
            >
              {pass.bookings.length === 0 ? passMessages.first : passMessages.more}
            </Button>
          )}
          {upcomingBookings.length > 0 && (
            <Button
              kind="line"
              small
              onClick={() =>
                void downloadCalendar(number, upcomingBookings).catch(() => showToast(failedMessages.load))
              }
            >
              <Icon path={calendar} />
              {passMessages.calendar}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function PassEndedNotice({ line, pass }: { line: ManagedLine; pass: ManagedPass }) {
  if (canBook(pass)) return null;
  const over = pass.is_over && pass.valid_until !== null;
  return (
    <Notice
      title={over ? passMessages.passEnded(formatDate(pass.valid_until ?? '')) : passMessages.usedUp}
      actions={
        <ButtonLink kind="line" small href={paths.passes}>
          {passMessages.passes}
        </ButtonLink>
      }
    >
      {line.renews && !over && passMessages.usedUpRenews}
    </Notice>
  );
}
