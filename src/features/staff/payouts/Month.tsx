import { useEffect, useState } from 'react';
import type { Payout, PayoutMonth } from '#contract/payouts.ts';
import { payoutSorts } from '#contract/payouts.ts';
import { today } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { download } from '#ui/icons.ts';
import { useAction } from '#ui/kit/use-action.ts';
import { Notice } from '#ui/Notice.tsx';
import { csvOf, saveStream } from '#ui/staff/table/csv.ts';
import * as api from './api.ts';
import { Differences } from './Differences.tsx';
import { monthMessage, monthMessages as words, signedMoney } from './messages.ts';
import { isInStatement, lastMonths, statementColumns, statementOf } from './model.ts';
import { PayoutSums } from './PayoutSums.tsx';

const MONTHS = 36;

/**
 * Shows what Stripe collected and kept in a month, a file of the bank statement, and the differences from our ledger.
 */
export function Month() {
  const [month, setMonth] = useState(() => today().slice(0, 7));
  return (
    <section className="sheet payout-month" aria-labelledby="payout-month-title">
      <header>
        <h2 id="payout-month-title">{words.title}</h2>
        <label>
          <span className="sr-only">{words.choose}</span>
          <select className="input" value={month} onChange={({ target }) => setMonth(target.value)}>
            {lastMonths(today(), MONTHS).map((monthName) => (
              <option key={monthName} value={monthName}>
                {monthMessage(monthName)}
              </option>
            ))}
          </select>
        </label>
      </header>
      <MonthSums key={`sums ${month}`} month={month} />
      <BankFile key={`file ${month}`} month={month} />
    </section>
  );
}

function MonthSums({ month }: { month: string }) {
  const [view, setView] = useState<PayoutMonth | 'loading' | 'failed'>('loading');
  useEffect(() => {
    void api.fetchMonth(month).then((answer) => setView(answer.ok ? answer.value : 'failed'));
  }, [month]);
  return (
    <>
      {view === 'loading' && (
        <p role="status" className="quiet">
          {words.loading}
        </p>
      )}
      {view === 'failed' && <Notice tone="bad">{words.failed}</Notice>}
      {typeof view === 'object' && (
        <>
          <PayoutSums
            rows={[
              [words.payments, view.payments_cents],
              [words.refunds, view.refunds_cents],
              [words.disputes, view.disputes_cents],
              [words.other, view.other_cents],
              [words.fees, -view.fees_cents],
            ]}
            total={[words.net, signedMoney(view.net_cents)]}
            after={[
              [words.paidOut, signedMoney(view.paid_out_cents)],
              [words.notPaidOut, signedMoney(view.not_paid_out_cents)],
            ]}
          />
          <Differences month={month} />
        </>
      )}
    </>
  );
}

/** The most payouts of a month, which has at most one automatic payout a day and a few manual ones. */
const MAX_PAYOUTS = 1000;

function BankFile({ month }: { month: string }) {
  const { busy, outcome, run } = useAction();
  const save = () =>
    void run(async () => {
      const answer = await api.fetchPayouts({ month }, payoutSorts[1], null, MAX_PAYOUTS);
      if (!answer.ok) return { tone: 'bad', text: words.notLoaded };
      const payouts: Payout[] = answer.value.rows.filter(isInStatement);
      if (payouts.length === 0) return { tone: 'calm', text: words.nothing };
      if (payouts.some((payout) => !payout.is_complete)) return { tone: 'bad', text: words.incomplete };
      const isSaved = await saveStream(`xero-stripe-${month}.csv`, () =>
        csvOf(statementOf(payouts), statementColumns),
      );
      return isSaved ? { tone: 'calm', text: words.saved(payouts.length) } : null;
    });
  return (
    <div className="payout-file no-print">
      <Button kind="line" small busy={busy} onClick={save}>
        <Icon path={download} />
        {words.bankFile}
      </Button>
      <p className="quiet">{words.bankHint}</p>
      {outcome !== null && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
    </div>
  );
}
