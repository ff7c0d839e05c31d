import type { Renewal } from '#contract/passes.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatDate, today } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { renewalMessages } from './messages.ts';
import type { OrderStore } from '../store.ts';

export function RenewalCard({ manage }: { manage: OrderStore }) {
  const { renewal } = manage;
  const view = useStore(renewal.$view);
  const busy = useStore(manage.$busy);
  useEffect(() => void renewal.load(), [renewal]);
  if (view.state === 'none') return null;
  const status = view.state === 'loaded' ? view.renewal.status : null;
  const text = view.state === 'loaded' ? renewalText(view.renewal) : renewalMessages.unknown;
  return (
    <section className="card manage-line" aria-labelledby="renewal">
      <h2 id="renewal">{renewalMessages.title}</h2>
      {view.state === 'loaded' && <b>{view.renewal.title}</b>}
      {status === 'past_due' ? <Notice tone="warn">{text}</Notice> : <p>{text}</p>}
      {status !== 'ended' && (
        <>
          <div className="row">
            <Button kind="solid" small busy={busy} onClick={() => void renewal.open()}>
              {renewalMessages.open}
            </Button>
          </div>
          <p className="manage-rule">{renewalMessages.where}</p>
        </>
      )}
    </section>
  );
}

function renewalText({ status, price_cents, current_period_end }: Renewal): string {
  const date = formatDate(today(new Date(current_period_end)));
  if (status === 'active') return renewalMessages.active(price_cents, date);
  return status === 'cancelling' ? renewalMessages.cancelling(date) : renewalMessages[status];
}
