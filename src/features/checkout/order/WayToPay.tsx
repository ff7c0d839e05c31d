import type { OrderView } from '#contract/orders.ts';
import { joinNames, placeMessage } from '#contract/place-names.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { errorText } from '#api/error-text.ts';
import { redeemVoucher } from '#api/family-balance.ts';
import { hasSession } from '#browser/has-session.ts';
import { findMaxFromBalance } from '#domain/balance.ts';
import { readDollars, toDollars } from '#domain/money.ts';
import { voucherMessages } from '#domain/voucher-messages.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { Notice } from '#ui/Notice.tsx';
import { Choice } from '../form/Choice.tsx';
import type { Checkout } from '../store.ts';
import { payMessages as words } from './pay-messages.ts';
import './way-to-pay.css';
import { type Chosen, usedOf } from './pay-model.ts';
import { createWayToPay } from './way-to-pay.ts';

interface Props {
  checkout: Checkout;
  order: OrderView;
}

/** The parent chooses between full payment and a deposit, and how much of the balance to use. */
export default function WayToPay({ checkout, order }: Props) {
  const [wayToPay] = useState(() => createWayToPay(checkout));
  const balance = useStore(wayToPay.$balance);
  const choice = useStore(wayToPay.$chosen);
  const pay = useStore(wayToPay.$pay);
  const isMember = hasSession() && !order.lines.some(({ renews }) => renews);
  useEffect(() => wayToPay.start(isMember), [wayToPay, isMember]);
  const options = order.pay?.options ?? [];
  const balanceCents = typeof balance === 'number' ? balance : 0;
  const apart = depositCamps(order);
  if (options.length === 0 && !isMember && apart.length === 0) return null;
  return (
    <section className="card way-to-pay stack gap-4" aria-labelledby="way-to-pay">
      <h2 id="way-to-pay">{words.title}</h2>
      {options.length > 0 && (
        <fieldset className="checkout-choices stack gap-3">
          <legend className="sr-only">{words.title}</legend>
          <Choice
            id="pay-whole"
            name="plan"
            checked={pay?.choice.instalments === undefined}
            title={words.whole(order.total_cents)}
            onChoose={() => wayToPay.$chosen.set({ ...choice, parts: null })}
          />
          {options.map((option) => (
            <Choice
              key={option.parts}
              id={`pay-${option.parts}`}
              name="plan"
              checked={pay?.choice.instalments?.parts === option.parts}
              title={words.deposit(option)}
              note={option.parts > 1 && words.parts(option)}
              onChoose={() => wayToPay.$chosen.set({ parts: option.parts, balance: null })}
            />
          ))}
        </fieldset>
      )}
      {apart.length > 0 && <p className="hint">{words.depositApart(joinNames(apart))}</p>}
      {order.pay && pay?.choice.instalments && (
        <ul className="way-terms stack gap-1">
          {words.terms(order.pay).map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ul>
      )}
      {balance === 'failed' && <p className="hint">{words.failed}</p>}
      {balanceCents > 0 && (
        <Balance
          cents={balanceCents}
          order={order}
          chosen={choice}
          disabled={pay?.choice.instalments !== undefined}
          onChoose={(cents) => wayToPay.$chosen.set({ parts: null, balance: cents })}
        />
      )}
      {isMember && balance !== null && <Voucher onRedeemed={wayToPay.read} />}
    </section>
  );
}

/** Returns the names of the camps for which a deposit is possible in an order without the rest. */
const depositCamps = ({ lines, pay }: OrderView): string[] =>
  lines
    .filter(({ camp }) => camp && pay?.deposit_camp_ids?.includes(camp.camp_id))
    .map((line) => placeMessage(line));

function Balance({
  cents,
  order,
  chosen,
  disabled,
  onChoose,
}: {
  cents: number;
  order: OrderView;
  chosen: Chosen;
  disabled: boolean;
  onChoose: (wanted: Chosen['balance']) => void;
}) {
  const mostCents = findMaxFromBalance(cents, order.total_cents);
  const usedCents = usedOf(chosen.balance, cents, order.total_cents);
  const [typedAmount, setTypedAmount] = useState<string | null>(null);
  const requestedCents = typedAmount === null ? usedCents : readDollars(typedAmount);
  const isWrong = requestedCents === null || requestedCents < 1 || requestedCents > mostCents;
  if (mostCents < 1) return null;
  return (
    <div className="stack gap-2">
      <Checkbox
        id="use-balance"
        checked={usedCents > 0}
        disabled={disabled}
        note={disabled ? words.notWithDeposit : `${words.youHave(cents)} ${words.reserve}`}
        onChange={({ target }) => {
          setTypedAmount(null);
          onChoose(target.checked ? 'most' : null);
        }}
      >
        {words.balance(usedCents > 0 ? usedCents : mostCents)}
      </Checkbox>
      {usedCents > 0 && (
        <Field
          id="balance-amount"
          label={words.amount}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={typedAmount ?? String(toDollars(usedCents))}
          error={isWrong ? words.amountFault(mostCents) : undefined}
          onChange={({ target }) => {
            setTypedAmount(target.value);
            const dollars = readDollars(target.value);
            if (dollars !== null && dollars >= 1 && dollars <= mostCents) onChoose(dollars);
          }}
          onBlur={() => setTypedAmount(null)}
        />
      )}
    </div>
  );
}

/**
 * Adds the amount of a voucher to the balance. HTML does not allow a form inside the checkout's form, so this is not a
 * form element.
 */
function Voucher({ onRedeemed }: { onRedeemed: () => Promise<void> }) {
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { busy, outcome, run } = useAction();
  async function send(): Promise<void> {
    setMissing(code.trim() === '');
    if (code.trim() === '') return;
    await run(async () => {
      const answer = await redeemVoucher(code.trim());
      if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, voucherMessages.refusals) };
      setCode('');
      await onRedeemed();
      return { tone: 'calm', text: voucherMessages.redeemed(answer.value) };
    });
  }
  return (
    <details>
      <summary>{words.haveVoucher}</summary>
      <div className="stack gap-2">
        <Field
          id="voucher"
          label={voucherMessages.codeLabel}
          hint={voucherMessages.codeHint}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={60}
          value={code}
          error={isMissing ? voucherMessages.codeMissing : undefined}
          onChange={({ target }) => setCode(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void send();
          }}
        />
        {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
        <div className="row">
          <Button kind="line" small busy={busy} onClick={() => void send()}>
            {voucherMessages.redeem}
          </Button>
        </div>
      </div>
    </details>
  );
}
