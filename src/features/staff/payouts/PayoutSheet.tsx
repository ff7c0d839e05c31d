import type { PayoutDetails, PayoutPart } from '#contract/payouts.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { formatMoment } from '#domain/dates.ts';
import { toDollars } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { download } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { type CsvColumn, csvMoment, csvOf, saveStream } from '#ui/staff/table/csv.ts';
import { StatusTag } from './list.tsx';
import { amountMessage, categoryMessage, detailMessages as words, signedMoney } from './messages.ts';
import { PayoutSums } from './PayoutSums.tsx';

const MAX_PARTS = 2000;

const csv: readonly CsvColumn<PayoutPart>[] = [
  { title: 'Date', value: ({ at }) => csvMoment(at) },
  { title: 'What', value: categoryMessage },
  { title: 'Order', value: ({ number }) => number },
  { title: 'Amount', value: ({ amount_cents }) => toDollars(amount_cents) },
  { title: 'Fee', value: ({ fee_cents }) => toDollars(fee_cents) },
  { title: 'Net', value: ({ net_cents }) => toDollars(net_cents) },
  { title: 'Of', value: ({ source }) => source },
  { title: 'Transaction', value: ({ reference }) => reference },
];

export function PayoutSheet({ record: { payout, parts } }: { record: PayoutDetails }) {
  const sums: [string, number][] = [
    [words.payments, payout.payments_cents],
    [words.refunds, payout.refunds_cents],
    [words.disputes, payout.disputes_cents],
    [words.returned, payout.returned_cents],
    [words.other, payout.other_cents],
    [words.fees, -payout.fees_cents],
  ];
  return (
    <>
      <header className="side-head stack gap-2">
        <h2 id="side-title">
          {words.title(payout)} <StatusTag payout={payout} />
        </h2>
        <p className="quiet">{payout.reference}</p>
        {payout.status === 'failed' && <Notice tone="bad">{words.bankFailed(payout.failure_code)}</Notice>}
        {!payout.is_automatic && <Notice tone="warn">{words.byHand}</Notice>}
        {payout.is_automatic && !payout.is_complete && parts.length > 0 && (
          <Notice tone="warn">{words.incomplete}</Notice>
        )}
        <PayoutSums
          rows={sums.filter(([, cents]) => cents !== 0)}
          total={parts.length > 0 ? [words.net, signedMoney(payout.net_cents)] : null}
          after={[[words.bank, amountMessage(payout)]]}
        />
      </header>
      {payout.is_automatic && (
        <section className="sheet payout-parts" aria-labelledby="payout-parts">
          <header className="row">
            <h3 id="payout-parts">{words.contents}</h3>
            {parts.length > 0 && (
              <Button
                kind="line"
                small
                onClick={() => void saveStream(`${payout.reference}.csv`, () => csvOf(parts, csv))}
              >
                <Icon path={download} />
                {words.file}
              </Button>
            )}
          </header>
          {parts.length === 0 ? (
            <p className="quiet">{words.noParts}</p>
          ) : (
            <ol>
              {parts.map((transaction) => (
                <Part key={transaction.part_id} part={transaction} />
              ))}
            </ol>
          )}
          {parts.length === MAX_PARTS && <p className="quiet">{words.most}</p>}
        </section>
      )}
    </>
  );
}

const Part = ({ part }: { part: PayoutPart }) => (
  <li>
    <p>
      {categoryMessage(part)}
      {part.order_id !== null && (
        <>
          {' '}
          <a href={`${staffPaths.managementOrders}?order=${part.order_id}`}>{part.number}</a>
        </>
      )}
      <small className="quiet">{formatMoment(part.at)}</small>
    </p>
    <p className="numbers">
      <b>{words.amount(part)}</b>
      {part.fee_cents !== 0 && (
        <small className="quiet">{`${words.fee(part.fee_cents)} · ${words.netOf(part)}`}</small>
      )}
    </p>
  </li>
);
