import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type OrderDetails, refundReasons, StaffRefund } from '#contract/management-orders.ts';
import { Field } from '#ui/Field.tsx';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { maxLengthAt } from '#ui/kit/form/schema.ts';
import type { OrderDetailsStore } from './detail.ts';
import { planMessages } from './plan-messages.ts';
import { refundFault, refundMessages } from './refund-messages.ts';
import { centsOf, dollarsOf, endedBy, lineOf, refundLabels, refundParts } from './model.ts';
import type { RefundForm as RefundFormStore } from './refund.ts';

interface Props {
  detail: OrderDetailsStore;
  details: OrderDetails;
  form: RefundFormStore;
  busy: boolean;
  outcome: ReactNode;
}

/** Staff read the effect of the amount and of cancelling before anything is done. */
export function RefundForm({ detail, details, form, busy, outcome }: Props) {
  const { amount, cancelsPlace, reason, note, toBalance } = useStore(form.$values);
  const terms = useStore(form.$terms);
  const errorOf = useErrorOf(form, refundFault);
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => {
    start.current?.scrollIntoView({ block: 'start' });
    start.current?.querySelector<HTMLElement>('input')?.focus();
  }, []);
  const line = lineOf(details, form.subject);
  const labels = refundLabels(details, line);
  const cents = centsOf(amount) ?? 0;
  // Money that was paid from the balance always returns to it, so there is nothing to choose.
  const canChoose =
    details.family_id !== null && details.payments.some(({ provider }) => provider !== 'balance');
  return (
    <div ref={start} className="refund-start">
      <Form form={form} className="sheet refund-form" labelledBy="refund-title">
        <h3 id="refund-title">
          {line ? refundMessages.titleLine(labels.title) : refundMessages.titleAll(labels.title)}
        </h3>
        {terms.isDisputed && <Notice>{refundMessages.disputed}</Notice>}
        {terms.hasOpenParts && <Notice>{planMessages.cancelOnly}</Notice>}
        {labels.lines.length > 0 && (
          <ul className="refund-lines">
            {labels.lines.map(({ line: { line_id }, label }) => (
              <li key={line_id}>
                {label}
                {cancelsPlace && !terms.lineIds.includes(line_id) && ` ${refundMessages.lineStays}`}
              </li>
            ))}
          </ul>
        )}
        <fieldset>
          <legend>{refundMessages.place}</legend>
          <label>
            <input
              type="radio"
              name="place"
              checked={!cancelsPlace}
              disabled={terms.isDisputed || terms.hasOpenParts}
              onChange={() => form.change({ cancelsPlace: false, amount: dollarsOf(terms.maxCents) })}
            />
            {refundMessages.keepPlace}
          </label>
          <label>
            <input
              type="radio"
              name="place"
              checked={cancelsPlace}
              disabled={terms.byRules === null}
              onChange={() =>
                form.change({
                  cancelsPlace: true,
                  amount: dollarsOf(terms.byRules ?? 0),
                  reason: 'cancelled',
                })
              }
            />
            {refundMessages.cancelPlace}
          </label>
          {terms.byRules === null && <p className="quiet">{refundMessages.cannotCancel}</p>}
        </fieldset>
        <Field
          id="amount"
          label={refundMessages.amount}
          hint={[
            refundMessages.max(terms.maxCents),
            cancelsPlace && refundMessages.byRules(terms.byRules ?? 0),
          ]
            .filter(Boolean)
            .join(' ')}
          error={errorOf('amount')}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={({ target }) => form.change({ amount: target.value })}
        />
        <div className="field">
          <label htmlFor="reason">{refundMessages.reason}</label>
          <select
            id="reason"
            className="input"
            value={reason}
            onChange={({ target }) =>
              form.change({
                reason: refundReasons.find((candidate) => candidate === target.value) ?? 'goodwill',
              })
            }
          >
            {refundReasons.map((refundReason) => (
              <option key={refundReason} value={refundReason}>
                {refundMessages.reasons[refundReason]}
              </option>
            ))}
          </select>
        </div>
        {/* The note belongs to the refund, so there is none without an amount. */}
        {cents > 0 && (
          <Field
            id="note"
            label={reason === 'other' ? refundMessages.noteNeeded : refundMessages.note}
            hint={refundMessages.noteHint}
            error={errorOf('note')}
            autoComplete="off"
            maxLength={maxLengthAt(StaffRefund, 'note')}
            value={note}
            onChange={({ target }) => form.change({ note: target.value })}
          />
        )}
        {cents > 0 && canChoose && !terms.isDisputed && (
          <label className="check-row">
            <input
              type="checkbox"
              checked={toBalance === true}
              onChange={({ target }) => form.change({ toBalance: target.checked })}
            />
            <span>{refundMessages.toBalance}</span>
          </label>
        )}
        <div className="refund-means">
          <b>{refundMessages.means}</b>
          <ul>
            {refundMessages
              .effects(refundParts(details, cents, toBalance), terms.isDisputed)
              .map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
            {!cancelsPlace && <li>{refundMessages.keepsPlace}</li>}
            {cancelsPlace &&
              endedBy(details, terms).map((ended) => <li key={ended}>{refundMessages.ends[ended]}</li>)}
            {cancelsPlace && terms.endsRenewal && <li>{refundMessages.endsRenewal}</li>}
            <li>{refundMessages.mail}</li>
          </ul>
        </div>
        {outcome}
        <ConfirmActions
          harm
          keep={refundMessages.goBack}
          onKeep={detail.leaveRefund}
          act={refundMessages.confirm(cents, cancelsPlace, labels.button)}
          busy={busy}
        />
      </Form>
    </div>
  );
}
