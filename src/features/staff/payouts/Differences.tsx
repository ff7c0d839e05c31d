import { useCallback, useEffect, useState } from 'react';
import type { PayoutDifferences, StripeDifference } from '#contract/payouts.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { formatMoment } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { Notice } from '#ui/Notice.tsx';
import * as api from './api.ts';
import { differenceAmounts, differenceMessage, monthMessages as words } from './messages.ts';

const STRIPE = 'https://dashboard.stripe.com/search?query=';

/** Shows the differences. The sums appear before them, because nobody should have to wait for the differences. */
export function Differences({ month }: { month: string }) {
  const [view, setView] = useState<PayoutDifferences | 'loading' | 'failed'>('loading');
  const read = useCallback(
    () => api.fetchDifferences(month).then((answer) => setView(answer.ok ? answer.value : 'failed')),
    [month],
  );
  useEffect(() => void read(), [read]);
  const retry = () => {
    setView('loading');
    void read();
  };
  if (view === 'loading')
    return (
      <p role="status" className="quiet">
        {words.comparing}
      </p>
    );
  if (view === 'failed')
    return (
      <Notice
        tone="bad"
        actions={
          <Button kind="line" small onClick={retry}>
            {failedMessages.again}
          </Button>
        }
      >
        {words.notCompared}
      </Notice>
    );
  return <DifferenceList differences={view} />;
}

function DifferenceList({ differences: { count, first } }: { differences: PayoutDifferences }) {
  if (count === 0)
    return (
      <p>
        <span className="tag good">{words.same}</span>
      </p>
    );
  return (
    <div className="payout-differences">
      <h3>{words.differ}</h3>
      <ul>
        {first.map((difference) => (
          <li key={difference.rule + difference.subject}>
            <p>
              {differenceMessage(difference)}
              <small className="quiet">
                {[differenceAmounts(difference), formatMoment(difference.at)].filter(Boolean).join(' · ')}
              </small>
            </p>
            <DifferenceLink difference={difference} />
          </li>
        ))}
      </ul>
      {count > first.length && <p className="quiet">{words.more(count)}</p>}
    </div>
  );
}

function DifferenceLink({ difference }: { difference: StripeDifference }) {
  const { order_id, number, payout_id, reference } = difference;
  if (order_id !== null && number !== null)
    return <a href={`${staffPaths.managementOrders}?order=${order_id}`}>{words.order(number)}</a>;
  if (payout_id !== null)
    return <a href={`${staffPaths.managementPayouts}?payout=${payout_id}`}>{words.payout}</a>;
  if (reference === null) return null;
  return (
    <a href={STRIPE + encodeURIComponent(reference)} target="_blank" rel="noreferrer">
      {words.atStripe}
    </a>
  );
}
