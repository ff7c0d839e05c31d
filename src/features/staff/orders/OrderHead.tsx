import type { OrderDetails } from '#contract/management-orders.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { taskMessages } from '#ui/staff/task/messages.ts';
import { newTaskPath } from '#ui/staff/task/task-path.ts';
import { familyPath } from '#ui/staff/family-path.ts';
import { managePath } from '#config/paths.ts';
import { mailLink } from '#domain/mail-link.ts';
import { formatMoney } from '#domain/money.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { StateTag } from './list.tsx';
import { channelMessages, listMessages, detailMessages } from './messages.ts';
import type { OrderDetailsStore } from './detail.ts';
import { canRefund } from './model.ts';

interface Props {
  detail: OrderDetailsStore;
  details: OrderDetails;
  busy: boolean;
  onRefund: () => void;
}

export function OrderHead({ detail, details, busy, onRefund }: Props) {
  const { order, managed } = details;
  const isPaid = order.paid_at !== null;
  return (
    <header className="side-head stack gap-2">
      <h2 id="side-title" className="numbers" tabIndex={-1}>
        {detailMessages.order(order.number)} <StateTag state={order.state} />
      </h2>
      <p>
        <b>
          {details.family_id === null ? (
            (order.name ?? listMessages.unnamed)
          ) : (
            <a href={familyPath(details.family_id)}>{order.name ?? detailMessages.family}</a>
          )}
        </b>
        {order.email !== null && <a href={mailLink(order.email)}>{order.email}</a>}
        {order.phone !== null && <a href={`tel:${order.phone}`}>{formatPhone(order.phone)}</a>}
      </p>
      <p className="quiet">
        {channelMessages[order.channel]}
        {order.seller !== null && `, ${detailMessages.soldBy(order.seller)}`} ·{' '}
        {detailMessages.opened(order.created_at)}
        {order.paid_at !== null && ` · ${detailMessages.paid(order.paid_at)}`}
        {details.invoice !== null && ` · ${detailMessages.invoice(details.invoice)}`}
        {managed.hold_expires_at !== null && ` · ${detailMessages.heldUntil(managed.hold_expires_at)}`}
      </p>
      <dl className="side-sums numbers">
        <Sum title={detailMessages.total} cents={order.total_cents} />
        <Sum title={detailMessages.received} cents={order.paid_cents} />
        <Sum title={detailMessages.refunded} cents={order.refunded_cents} />
        {managed.code !== null && (
          <div>
            <dt>{detailMessages.code}</dt>
            <dd>{managed.code}</dd>
          </div>
        )}
      </dl>
      {isPaid && (
        <div className="row side-acts">
          {details.left_of_order > 0 && canRefund(details, { all: true }) && (
            <Button kind="line" small onClick={onRefund}>
              {detailMessages.refundAll}
            </Button>
          )}
          <ButtonLink
            kind="line"
            small
            href={managePath(order.order_id)}
            target="_blank"
            aria-describedby="order-change"
          >
            {detailMessages.change}
          </ButtonLink>
          {order.email !== null && (
            <Button kind="line" small busy={busy} onClick={() => void detail.sendLink()}>
              {detailMessages.link}
            </Button>
          )}
          <ConfirmButton
            name={detailMessages.endLinks}
            means={detailMessages.endLinksMeans}
            yes={detailMessages.endLinksYes}
            no={detailMessages.endLinksNo}
            busy={busy}
            harm
            onYes={() => void detail.endLinks()}
          />
          <ButtonLink kind="line" small href={newTaskPath('order', order.order_id)}>
            {taskMessages.newTask}
          </ButtonLink>
          <p id="order-change" className="quiet">
            {detailMessages.changeHint}
          </p>
        </div>
      )}
    </header>
  );
}

const Sum = ({ title, cents }: { title: string; cents: number }) => (
  <div>
    <dt>{title}</dt>
    <dd>{formatMoney(cents)}</dd>
  </div>
);
