import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StaffPromotionDetails } from '#contract/management-promotions.ts';
import { errorText } from '#api/error-text.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import type { Outcome, PromotionDetailsStore } from './detail.ts';
import { createPromotionForm } from './form.ts';
import { StateTag } from './list.tsx';
import {
  changeText,
  datesMessage,
  detailMessages as words,
  doneMessage,
  formMessages,
  limitsMessage,
  offMessage,
  productsMessage,
  refusals,
} from './messages.ts';
import { PromotionFields } from './PromotionFields.tsx';

interface Props {
  detail: PromotionDetailsStore;
  record: StaffPromotionDetails;
}

const refusedMessage = ({ code }: Extract<Outcome, { state: 'refused' }>) => errorText(code, refusals);

/** The sheet shows a code's terms and results, the orders that used it, and its changes. */
export function PromotionSheet({ detail, record }: Props) {
  const outcome = useStore(detail.$outcome);
  const [editing, setEditing] = useState(false);
  if (editing) return <EditPromotion detail={detail} record={record} onLeave={() => setEditing(false)} />;
  return (
    <>
      <Head detail={detail} record={record} onEdit={() => setEditing(true)} />
      <OutcomeNotice outcome={outcome} done={doneMessage} refused={refusedMessage} />
      <Orders record={record} />
      <History record={record} />
    </>
  );
}

function EditPromotion({ detail, record, onLeave }: Props & { onLeave: () => void }) {
  const [form] = useState(() =>
    createPromotionForm({ before: record.promotion, send: detail.save, onSent: onLeave }),
  );
  return (
    <>
      <h2 id="side-title">{formMessages.titleChange(record.promotion.code)}</h2>
      <PromotionFields before={record.promotion} form={form} save={formMessages.save} onLeave={onLeave} />
    </>
  );
}

function Head({ detail, record: { promotion: row }, onEdit }: Props & { onEdit: () => void }) {
  const busy = useStore(detail.$busy);
  return (
    <header className="side-head stack gap-2">
      <h2 id="side-title">
        {row.code} <StateTag state={row.state} />
      </h2>
      <p>
        <b>{offMessage(row)}</b> {row.campaign}
      </p>
      <p className="quiet">{[productsMessage(row), limitsMessage(row), datesMessage(row)].join(' · ')}</p>
      <dl className="side-sums numbers">
        <Sum title={words.used} value={row.used} />
        <Sum title={words.left} value={row.left ?? words.noLimit} />
        <Sum title={words.given} value={formatMoney(row.discount_cents)} />
        <Sum title={words.revenue} value={formatMoney(row.revenue_cents)} />
      </dl>
      <p className="quiet">{words.made(row)}</p>
      <div className="row side-acts">
        <Button kind="solid" small busy={busy} onClick={onEdit}>
          {words.change}
        </Button>
        {row.active ? (
          <ConfirmButton
            name={words.end}
            about={row.code}
            means={words.endMeans}
            yes={words.endYes}
            no={words.no}
            busy={busy}
            harm
            onYes={() => void detail.end(true)}
          />
        ) : (
          <Button kind="line" small busy={busy} onClick={() => void detail.end(false)}>
            {words.start}
          </Button>
        )}
      </div>
    </header>
  );
}
const Sum = ({ title, value }: { title: string; value: string | number }) => (
  <div>
    <dt>{title}</dt>
    <dd>{value}</dd>
  </div>
);

const MAX_ORDERS = 100;

const Orders = ({ record: { orders } }: Pick<Props, 'record'>) => (
  <section className="sheet" aria-labelledby="promotion-orders">
    <header>
      <h3 id="promotion-orders">{words.orders}</h3>
    </header>
    {orders.length === 0 && <p className="quiet">{words.noOrders}</p>}
    <ol>
      {orders.map(({ order_id, number, name, state, at, total_cents, discount_cents }, index) => (
        <li key={order_id ?? index}>
          <p>
            {order_id !== null && (
              <>
                <a className="promotion-link" href={`${staffPaths.managementOrders}?order=${order_id}`}>
                  {number}
                </a>{' '}
                {name}{' '}
              </>
            )}
            <span className={state === 'paid' ? 'tag good' : 'tag'}>{words.orderStates[state]}</span>
          </p>
          <p className="quiet numbers">
            {words.off(discount_cents, total_cents)} · {formatMoment(at)}
          </p>
        </li>
      ))}
    </ol>
    {orders.length === MAX_ORDERS && <p className="quiet">{words.newest}</p>}
  </section>
);

const History = ({ record: { changes } }: Pick<Props, 'record'>) => (
  <section className="sheet" aria-labelledby="promotion-history">
    <header>
      <h3 id="promotion-history">{words.history}</h3>
    </header>
    <ol>
      {changes.map((change, index) => (
        <li key={index}>
          <p>
            {[words.changedAs[change.action] ?? change.action, changeText(change)].filter(Boolean).join(': ')}
          </p>
          <p className="quiet numbers">{[change.who, formatMoment(change.at)].filter(Boolean).join(' · ')}</p>
        </li>
      ))}
    </ol>
  </section>
);
