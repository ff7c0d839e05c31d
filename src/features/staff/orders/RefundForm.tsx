import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type OrderDetails, refundReasons } from '#contract/management-orders.ts';
import { Field } from '#ui/Field.tsx';
import { KeepOr } from '#ui/KeepOr.tsx';
import { refundMessages } from './messages.ts';
import { amountFault, centsOf, dollarsOf, lineOf, refundOf, type RefundForm as Form } from './model.ts';
import type { OrderDetail } from './detail.ts';

interface Props {
  detail: OrderDetail;
  details: OrderDetails;
  form: Form;
  busy: boolean;
  /** The result of the last action, shown beside its button. */
  outcome: ReactNode;
}

/** The amount, the reason and what happens to the place. It says what that means before anything is done. */
export function RefundForm({ detail, details, form: { subject, terms, draft }, busy, outcome }: Props) {
  const { change } = detail;
  const line = lineOf(details, subject);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'start' });
    form.current?.querySelector<HTMLElement>('input')?.focus();
  }, []);
  const fault = amountFault(draft, terms);
  const cents = centsOf(draft.amount) ?? 0;
  const goes = draft.place === 'goes';
  const of = refundOf(details, line);
  return (
    <form
      ref={form}
      className="sheet refund-form"
      aria-labelledby="refund-title"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        // If it fails, everything typed stays.
        void detail.refund();
      }}
    >
      <h3 id="refund-title">
        {line ? refundMessages.titleLine(of.title) : refundMessages.titleAll(of.title)}
      </h3>
      {of.lines.length > 0 && (
        <ul className="refund-lines">
          {of.lines.map(({ line: one, words }) => (
            <li key={one.line_id}>
              {words}
              {goes && !terms.lineIds.includes(one.line_id) && ` ${refundMessages.lineStays}`}
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
            checked={!goes}
            onChange={() => change({ place: 'keeps', amount: dollarsOf(terms.most) })}
          />
          {refundMessages.keeps}
        </label>
        <label>
          <input
            type="radio"
            name="place"
            checked={goes}
            disabled={terms.byRules === null}
            onChange={() =>
              change({ place: 'goes', amount: dollarsOf(terms.byRules ?? 0), reason: 'cancelled' })
            }
          />
          {refundMessages.goes}
        </label>
        {terms.byRules === null && <p className="quiet">{refundMessages.goesNot}</p>}
      </fieldset>
      <Field
        id="refund-amount"
        label={refundMessages.amount}
        hint={[refundMessages.most(terms.most), goes && refundMessages.byRules(terms.byRules ?? 0)]
          .filter(Boolean)
          .join(' ')}
        error={tried && fault !== null ? refundMessages.faults[fault] : undefined}
        inputMode="decimal"
        autoComplete="off"
        value={draft.amount}
        onChange={({ target }) => change({ amount: target.value })}
      />
      <div className="field">
        <label htmlFor="refund-reason">{refundMessages.reason}</label>
        <select
          id="refund-reason"
          className="input"
          value={draft.reason}
          onChange={({ target }) =>
            change({ reason: refundReasons.find((reason) => reason === target.value) ?? 'goodwill' })
          }
        >
          {refundReasons.map((reason) => (
            <option key={reason} value={reason}>
              {refundMessages.reasons[reason]}
            </option>
          ))}
        </select>
      </div>
      <div className="refund-means">
        <b>{refundMessages.means}</b>
        <ul>
          <li>
            {refundMessages.back(
              cents,
              details.payments.every(({ provider }) => provider === 'desk'),
            )}
          </li>
          <li>{goes ? refundMessages.free : refundMessages.stays}</li>
          {goes && terms.endsRenewal && <li>{refundMessages.ends}</li>}
          <li>{refundMessages.told}</li>
        </ul>
      </div>
      {outcome}
      <KeepOr
        harm
        keep={refundMessages.cancel}
        onKeep={detail.leaveRefund}
        act={refundMessages.confirm(cents, goes, of.button)}
        busy={busy}
      />
    </form>
  );
}
