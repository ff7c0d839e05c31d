import type { OrderDetails } from '#contract/management-orders.ts';
import { formatMoment } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { eventMessage, detailMessages } from './messages.ts';
import { answerMessages } from '#ui/staff/messages.ts';
import type { OrderDetailsStore } from './detail.ts';

/** The history lists holds, payments, mails and changes, the newest first. */
export function Timeline({
  detail,
  details,
  busy,
}: {
  detail: OrderDetailsStore;
  details: OrderDetails;
  busy: boolean;
}) {
  return (
    <section className="sheet" aria-labelledby="order-events">
      <header>
        <h3 id="order-events">{detailMessages.events}</h3>
      </header>
      <ol className="side-events">
        {details.events.map((event, index) => (
          <li
            key={index}
            className={event.kind === 'mail_failed' || event.kind === 'refund_failed' ? 'bad' : undefined}
          >
            <p>
              {eventMessage(event)}
              {event.who !== null && <b> · {event.who}</b>}
            </p>
            <p className="quiet numbers">{formatMoment(event.at)}</p>
            {event.kind === 'mail_failed' && event.id !== null && (
              <Button kind="line" small busy={busy} onClick={() => void detail.resend(event.id ?? '')}>
                {answerMessages.retry}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
