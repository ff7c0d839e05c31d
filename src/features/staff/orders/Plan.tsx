import { useState } from 'react';
import type { Instalment } from '#contract/instalments.ts';
import type { OrderDetails } from '#contract/management-orders.ts';
import { formatMoment, today } from '#domain/dates.ts';
import { findMaxFromBalance } from '#domain/balance.ts';
import { formatMoney } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { Field } from '#ui/Field.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import type { OrderDetailsStore } from './detail.ts';
import { readPaynowAccount } from '#api/paynow-account.ts';
import { PaynowPayment } from '#ui/staff/paynow/PaynowCode.tsx';
import { faultMessage } from '#ui/people/messages.ts';
import { methodMessage } from './messages.ts';
import { planMessages as words } from './plan-messages.ts';
import { refundMessages } from './refund-messages.ts';

interface Props {
  detail: OrderDetailsStore;
  details: OrderDetails;
  busy: boolean;
}

const methods = ['cash', 'paynow', 'card_terminal'] as const;
const tones = { due: '', late: 'bad', paid: 'good', lapsed: 'bad', cancelled: '' } as const;

/**
 * Lists the deposit and the instalments of an order. Staff can record a payment of the next instalment, give more time
 * for it, or write it off.
 */
export function Plan({ detail, details, busy }: Props) {
  const plan = details.managed.instalments;
  if (!plan) return null;
  const next = plan.parts.find(({ status, is_deposit }) => !is_deposit && ['due', 'late'].includes(status));
  const isPaid = plan.parts.every(({ status }) => status === 'paid');
  // Once a camp has begun, the booking can no longer be cancelled, so staff may write the instalment off instead.
  const hasBegun = details.managed.lines.some(
    ({ status, camp }) => status === 'placed' && camp !== null && camp.start_date <= today(),
  );
  return (
    <section className="sheet order-plan" aria-labelledby="order-plan">
      <header>
        <h3 id="order-plan">{words.title}</h3>
        <span className={`tag ${plan.open_cents > 0 ? 'warn' : 'good'}`}>
          {plan.open_cents > 0 ? words.open(plan.open_cents) : isPaid ? words.paid : words.closed}
        </span>
      </header>
      <ul>
        {plan.parts.map((instalment) => (
          <li key={instalment.id}>
            <p>
              <b className="numbers">{formatMoney(instalment.cents)}</b>{' '}
              {instalment.is_deposit ? words.deposit : words.rest}{' '}
              <span className={`tag ${tones[instalment.status]}`}>{words.states[instalment.status]}</span>
            </p>
            <p className="quiet">{describePart(instalment)}</p>
          </li>
        ))}
      </ul>
      {next && (
        <NextPart
          key={`${next.id} ${next.due_on} ${next.cents}`}
          detail={detail}
          part={next}
          balance={details.balance_cents ?? 0}
          // Each instalment has its own reference, so that the bank's list shows which one was paid.
          paynowReference={`${details.order.number}-${plan.parts.indexOf(next) + 1}`}
          hasBegun={hasBegun}
          busy={busy}
        />
      )}
    </section>
  );
}

const describePart = ({ paid_at, method, due_on, is_moved }: Instalment): string =>
  paid_at === null
    ? `${words.by(due_on)}${is_moved ? ` · ${words.moved}` : ''}`
    : `${formatMoment(paid_at)} ${methodMessage(method)}`;

interface PartProps {
  detail: OrderDetailsStore;
  part: Instalment;
  busy: boolean;
}

function NextPart({
  detail,
  part,
  balance,
  paynowReference,
  hasBegun,
  busy,
}: PartProps & { balance: number; paynowReference: string; hasBegun: boolean }) {
  // After a lost answer, the form is sent again with the same key, so that the instalment is taken only once.
  const [key] = useState(() => crypto.randomUUID());
  const [method, setMethod] = useState<(typeof methods)[number]>('cash');
  const [reference, setReference] = useState('');
  const [usesBalance, setUsesBalance] = useState(false);
  const [form, setForm] = useState<'more' | 'write-off' | null>(null);
  if (form !== null) {
    const Form = form === 'more' ? MoreTime : WriteOff;
    return <Form detail={detail} part={part} busy={busy} onLeave={() => setForm(null)} />;
  }
  const mostCents = findMaxFromBalance(balance, part.cents);
  const fromBalance = usesBalance ? mostCents : 0;
  const restCents = part.cents - fromBalance;
  const takeInstalment = () =>
    void detail.takeInstalment({
      key,
      instalment_id: part.id,
      method: restCents === 0 ? 'balance' : method,
      expected_cents: part.cents,
      ...(fromBalance > 0 && restCents > 0 && { balance_cents: fromBalance }),
      ...(restCents > 0 && method === 'paynow' && reference.trim() !== '' && { reference: reference.trim() }),
    });
  return (
    <FormElement className="stack" onSubmit={takeInstalment}>
      {mostCents > 0 && (
        <label className="chip">
          <input
            type="checkbox"
            checked={usesBalance}
            onChange={({ target }) => setUsesBalance(target.checked)}
          />
          {words.useBalance(mostCents)}
        </label>
      )}
      <fieldset hidden={restCents === 0}>
        <legend>{words.method}</legend>
        <div className="chips">
          {methods.map((option) => (
            <label key={option} className="chip">
              <input
                type="radio"
                name="plan-method"
                checked={method === option}
                onChange={() => setMethod(option)}
              />
              {words.methods[option]}
            </label>
          ))}
        </div>
      </fieldset>
      {restCents > 0 && method === 'paynow' && (
        <PaynowPayment cents={restCents} reference={paynowReference} read={readPaynowAccount} />
      )}
      {restCents > 0 && method === 'paynow' && (
        <Field
          id="plan-reference"
          label={words.reference}
          hint={words.referenceHint}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={60}
          value={reference}
          onChange={({ target }) => setReference(target.value)}
        />
      )}
      {fromBalance > 0 && <p className="quiet">{words.balanceHint}</p>}
      {restCents > 0 && <p className="quiet">{words.takeHint}</p>}
      <div className="row">
        <Button type="submit" busy={busy}>
          {fromBalance === 0
            ? words.take(part.cents)
            : restCents === 0
              ? words.takeBalance(fromBalance)
              : words.takeBoth(fromBalance, restCents)}
        </Button>
        <Button kind="line" busy={busy} onClick={() => setForm('more')}>
          {words.more}
        </Button>
        <Button kind="line" busy={busy} onClick={() => void detail.remind()}>
          {words.remind}
        </Button>
        {hasBegun && (
          <Button kind="line" busy={busy} onClick={() => setForm('write-off')}>
            {words.writeOff}
          </Button>
        )}
      </div>
    </FormElement>
  );
}

type FormProps = PartProps & { onLeave: () => void };

const missingError = (isChecked: boolean, text: string) =>
  isChecked && text.trim() === '' ? faultMessage({ kind: 'missing' }) : undefined;

function MoreTime({ detail, part, busy, onLeave }: FormProps) {
  const [due, setDue] = useState(part.due_on);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  function save(): void {
    setChecked(true);
    if (due !== '' && reason.trim() !== '') void detail.moveInstalment(part, due, reason.trim());
  }
  return (
    <FormElement className="stack" onSubmit={save}>
      <Field
        id="plan-due"
        type="date"
        label={words.due}
        value={due}
        error={missingError(isChecked, due)}
        onChange={({ target }) => setDue(target.value)}
      />
      <Field
        id="plan-reason"
        label={words.reason}
        hint={words.reasonHint}
        autoComplete="off"
        maxLength={200}
        value={reason}
        error={missingError(isChecked, reason)}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="row">
        <Button type="submit" busy={busy}>
          {words.save}
        </Button>
        <Button kind="line" onClick={onLeave}>
          {words.keep}
        </Button>
      </div>
    </FormElement>
  );
}

function WriteOff({ detail, part, busy, onLeave }: FormProps) {
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  function save(): void {
    setChecked(true);
    if (reason.trim() !== '') void detail.writeOff(part, reason.trim());
  }
  return (
    <FormElement className="stack" onSubmit={save}>
      <Field
        id="plan-write-off"
        label={words.writeOffReason}
        hint={words.writeOffHint}
        autoComplete="off"
        maxLength={200}
        value={reason}
        error={missingError(isChecked, reason)}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="refund-means">
        <b>{refundMessages.means}</b>
        <ul>
          {words.writeOffMeans(part.cents).map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      </div>
      <ConfirmActions
        harm
        keep={refundMessages.goBack}
        onKeep={onLeave}
        act={words.writeOffNow(part.cents)}
        busy={busy}
      />
    </FormElement>
  );
}
