import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { PaynowSale } from '#contract/desk.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { Field } from '#ui/Field.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { Notice } from '#ui/Notice.tsx';
import { PaynowCode } from '#ui/staff/paynow/PaynowCode.tsx';
import { useHasPassed } from '#ui/use-has-passed.ts';
import { splitMessages } from './split-messages.ts';
import { paynowMessages as words } from './paynow-messages.ts';
import type { Desk } from './store.ts';

/** Shows the code that the parent's bank scans. The seller then confirms the payment with the bank's reference. */
export function PaynowPanel({ desk, sale }: { desk: Desk; sale: PaynowSale }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [reference, setReference] = useState('');
  const [isMissing, setMissing] = useState(false);
  // If a sale is no longer held, it may have been cancelled, and its cash may have been refunded.
  const [hasSplit, setHasSplit] = useState(sale.held_until !== null);
  const { busy, outcome, run } = useAction();
  function confirm(): void {
    setMissing(reference.trim() === '');
    if (reference.trim() !== '') void run(() => desk.paynow.confirm(sale, reference.trim(), hasSplit));
  }
  return (
    <section className="sheet desk-part desk-paynow" aria-labelledby="desk-paynow">
      <header>
        <h1 id="desk-paynow" ref={heading} tabIndex={-1}>
          {words.title(sale.total_cents)}
        </h1>
      </header>
      <SaleCode sale={sale} />
      {sale.split !== null && (
        <p>
          <b>{splitMessages.also(formatMoney(sale.split.cents), sale.split.method)}</b>
        </p>
      )}
      <dl className="desk-sums numbers">
        <div>
          <dt>{words.amount}</dt>
          <dd>{formatMoney(sale.total_cents)}</dd>
        </div>
        <div>
          <dt>{words.reference}</dt>
          <dd>{sale.number}</dd>
        </div>
        <div>
          <dt>{words.to}</dt>
          <dd>{`${sale.provider.name}, UEN ${sale.provider.uen ?? '–'}`}</dd>
        </div>
      </dl>
      <FormElement className="stack" onSubmit={confirm}>
        <Field
          id="bank-reference"
          label={words.bankReference}
          hint={words.bankReferenceHint}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={60}
          value={reference}
          error={isMissing ? words.noReference : undefined}
          onChange={({ target }) => setReference(target.value)}
        />
        {sale.split !== null && (
          <label className="chip">
            <input
              type="checkbox"
              checked={hasSplit}
              onChange={({ target }) => setHasSplit(target.checked)}
            />
            {splitMessages.taken(formatMoney(sale.split.cents), sale.split.method)}
          </label>
        )}
        {sale.split !== null && !hasSplit && <Notice tone="warn">{splitMessages.notTaken}</Notice>}
        {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
        <Button type="submit" wide busy={busy}>
          {words.confirm(sale.total_cents)}
        </Button>
      </FormElement>
      <div className="row">
        <Button kind="line" small onClick={desk.startNextSale}>
          {words.leave}
        </Button>
        {sale.held_until !== null && (
          <ConfirmButton
            name={words.cancelSale}
            means={words.cancelSaleMeans(sale)}
            yes={words.cancelSaleYes}
            no={words.cancelSaleNo}
            busy={busy}
            onYes={() => void run(() => desk.paynow.release(sale))}
          />
        )}
      </div>
    </section>
  );
}

function SaleCode({ sale }: { sale: PaynowSale }) {
  const { provider, held_until } = sale;
  if (held_until === null || provider.uen === null) return <Notice tone="warn">{words.notHeld}</Notice>;
  return (
    <PaynowCode
      uen={provider.uen}
      merchant={provider.name}
      cents={sale.total_cents}
      reference={sale.number}
      validUntil={held_until}
      about={words.heldUntil(formatMoment(held_until))}
    />
  );
}

const HeldUntil = ({ until }: { until: string }) =>
  useHasPassed(until) ? words.ended : words.heldUntil(formatMoment(until));

/** Lists sales that wait for PayNow. The seller can open them again. */
export function PaynowSales({ desk }: { desk: Desk }) {
  const sales = useStore(desk.paynow.$sales);
  if (sales.length === 0) return null;
  return (
    <section className="sheet desk-part" aria-labelledby="paynow-sales">
      <header>
        <h2 id="paynow-sales">{words.waiting}</h2>
      </header>
      <ul className="found-list">
        {sales.map((sale) => (
          <li key={sale.order_id}>
            <button type="button" onClick={() => desk.paynow.open(sale)}>
              {words.sale(sale)}
              <small>{sale.held_until === null ? words.ended : <HeldUntil until={sale.held_until} />}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
