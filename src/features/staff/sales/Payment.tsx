import { useStore } from '@nanostores/react';
import type { ErrorCode } from '#contract/errors.ts';
import type { Quote } from '#contract/quotes.ts';
import { errorText } from '#api/error-text.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { formatMoney } from '#domain/money.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { Field } from '#ui/Field.tsx';
import { useLazyText } from '#ui/use-lazy-text.ts';
import { Notice } from '#ui/Notice.tsx';
import { useErrorOf } from '#ui/kit/form/Form.tsx';
import { methods } from './draft.ts';
import { balancePart } from './family-balance.ts';
import { deskMessages, faultMessage, describeRefusal, refusals, soldMessages } from './messages.ts';
import { paynowMessages } from './paynow-messages.ts';
import { splitMessages } from './split-messages.ts';
import { needsAddress, planOf, splitOf } from './model.ts';
import { Split } from './Split.tsx';
import { Instalments } from './Instalments.tsx';
import type { Price } from './model.ts';
import type { Desk } from './store.ts';
import { SectionError } from './FamilyPicker.tsx';

/** The section with the payment. On a phone it is at the bottom. */
export function Payment({ desk }: { desk: Desk }) {
  const draft = useStore(desk.$draft);
  const price = useStore(desk.$price);
  const sale = useStore(desk.$sale);
  const error = useErrorOf(desk.form, faultMessage);
  const refusals = useStore(desk.$failedSubmits);
  const { uen } = useStore(desk.$access);
  const balance = useStore(desk.$balance);
  const quote = price.state === 'ready' ? price.quote : null;
  const plan = planOf(draft, quote?.instalments ?? []);
  const total = quote?.refusals.length === 0 ? quote.total_cents : null;
  // A deposit cannot be paid from the balance.
  const fromBalance = plan ? 0 : balancePart(draft, balance, total);
  const restCents = total === null ? null : (plan?.deposit_cents ?? total) - fromBalance;
  const split = splitOf(draft, total !== null && plan === null && fromBalance === 0);
  const isAwaited = draft.method === 'paynow' && uen !== null && restCents !== 0;
  return (
    <aside className="sheet desk-part desk-pay" aria-labelledby="desk-pay">
      <header>
        <h2 id="desk-pay">{deskMessages.pay}</h2>
      </header>
      {needsAddress(draft) && (
        <Field
          id="transport_address"
          label={deskMessages.address}
          hint={deskMessages.addressHint}
          autoComplete="off"
          maxLength={300}
          value={draft.address}
          error={error('transport_address')}
          onChange={({ target }) => desk.change({ address: target.value }, 'transport_address')}
        />
      )}
      <Sums price={price} hasCode={draft.code.trim() !== ''} />
      <p className="sr-only" role="status">
        {quote && quote.refusals.length === 0 && deskMessages.costs(quote.total_cents)}
      </p>
      <Field
        id="code"
        label={deskMessages.code}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={60}
        value={draft.code}
        error={refusals['code'] && describeRefusal(refusals['code'])}
        onChange={({ target }) => desk.change({ code: target.value })}
      />
      <Discount desk={desk} />
      {quote && quote.refusals.length === 0 && <Instalments desk={desk} quote={quote} plan={plan} />}
      {balance > 0 && plan === null && (
        <label className="chip">
          <input
            type="checkbox"
            checked={draft.fromBalance}
            onChange={({ target }) =>
              desk.change(
                {
                  fromBalance: target.checked,
                  // PayNow has to pay the whole price, so the balance cannot pay a part of it.
                  ...(draft.method === 'paynow' && uen !== null && { method: null }),
                },
                'method',
              )
            }
          />
          {deskMessages.useBalance(balance)}
        </label>
      )}
      {fromBalance > 0 && (
        <p className="quiet numbers">{deskMessages.fromBalance(fromBalance, restCents ?? 0)}</p>
      )}
      <fieldset className="desk-method" hidden={restCents === 0}>
        <legend>{deskMessages.method}</legend>
        <SectionError id="method" text={error('method')} />
        <div className="chips">
          {methods
            .filter((method) => method !== 'paynow' || uen === null || fromBalance === 0)
            .map((method) => (
              <label key={method} className="chip">
                <input
                  type="radio"
                  name="method"
                  checked={draft.method === method}
                  onChange={() => desk.change({ method })}
                />
                {deskMessages.methods[method]}
              </label>
            ))}
        </div>
      </fieldset>
      {total !== null && plan === null && fromBalance === 0 && <Split desk={desk} total={total} />}
      {draft.method === 'paynow' && uen === null && restCents !== 0 && <NoUen isManager={desk.isManager} />}
      <SaleRefusal desk={desk} />
      <div className="desk-sell stack gap-2">
        {/* A sale needs the price, so nothing is sold while it loads. */}
        <Button type="submit" wide busy={sale.state === 'selling' || price.state === 'loading'}>
          {isAwaited
            ? paynowMessages.show
            : split?.cents != null && draft.method !== null && restCents !== null
              ? splitMessages.sell(
                  formatMoney(restCents - split.cents),
                  draft.method,
                  formatMoney(split.cents),
                  split.method,
                )
              : deskMessages.sell(
                  restCents === 0 ? total : restCents,
                  restCents === 0 ? 'balance' : draft.method,
                  plan !== null,
                )}
        </Button>
        <p className="quiet">
          {isAwaited
            ? paynowMessages.holds
            : restCents === 0
              ? deskMessages.noMoney
              : deskMessages.moneyFirst}
        </p>
      </div>
      {(draft.family !== null || draft.isNew) && (
        <ConfirmButton
          name={deskMessages.discard}
          means={deskMessages.discardConfirm}
          yes={deskMessages.discardYes}
          no={deskMessages.discardNo}
          busy={sale.state === 'selling'}
          onYes={desk.startNextSale}
        />
      )}
    </aside>
  );
}

function Discount({ desk }: { desk: Desk }) {
  const { off, reason } = useStore(desk.$draft);
  const refusal = useStore(desk.$failedSubmits)['discount.cents'];
  const error = useErrorOf(desk.form, faultMessage);
  const { percent, cents } = useStore(desk.$access).discount;
  if (percent === 0 || cents === 0) return null;
  return (
    <div className="stack gap-2">
      <Field
        id="discount.cents"
        label={deskMessages.off}
        hint={deskMessages.offHint(percent, cents)}
        autoComplete="off"
        inputMode="decimal"
        maxLength={9}
        value={off}
        error={error('discount.cents') ?? (refusal && describeRefusal(refusal))}
        onChange={({ target }) => desk.change({ off: target.value }, 'discount.cents', 'discount.reason')}
      />
      {off.trim() !== '' && (
        <Field
          id="discount.reason"
          label={deskMessages.reason}
          hint={deskMessages.reasonHint}
          autoComplete="off"
          maxLength={200}
          value={reason}
          error={error('discount.reason')}
          onChange={({ target }) => desk.change({ reason: target.value }, 'discount.reason')}
        />
      )}
    </div>
  );
}

const NoUen = ({ isManager }: { isManager: boolean }) => (
  <Notice tone="warn">
    {paynowMessages.noUen}{' '}
    {isManager && <a href={`${staffPaths.managementSettings}?setting=uen`}>{paynowMessages.openSettings}</a>}
  </Notice>
);

function Sums({ price, hasCode }: { price: Price; hasCode: boolean }) {
  if (price.state === 'none') return <p className="quiet">{deskMessages.nothing}</p>;
  if (price.state === 'failed') return <CodeNotice code={price.code} />;
  const quote = price.state === 'ready' ? price.quote : price.before;
  if (quote === null) return <p className="quiet">{deskMessages.asking}</p>;
  const rows: [string, number][] = [
    [deskMessages.rebate, -quote.rebate_cents],
    [hasCode ? deskMessages.discount : deskMessages.byHand, -quote.discount_cents],
    [deskMessages.transportSum, quote.transport_cents],
  ];
  return (
    <dl className="desk-sums numbers" aria-busy={price.state === 'loading'}>
      {quote.lines.map((line, index) => (
        <Row key={index} title={titleOf(line)} cents={line.refusal ? null : line.price_cents} />
      ))}
      {rows.map(([title, cents]) => cents !== 0 && <Row key={title} title={title} cents={cents} />)}
      <div className="all">
        <dt>{deskMessages.total}</dt>
        <dd>{quote.refusals.length > 0 ? '–' : formatMoney(quote.total_cents)}</dd>
      </div>
    </dl>
  );
}

const titleOf = ({ title, camp }: Quote['lines'][number]) => camp?.name ?? title ?? '';
const Row = ({ title, cents }: { title: string; cents: number | null }) => (
  <div>
    <dt>{title}</dt>
    <dd>{cents === null ? '–' : cents < 0 ? `−${formatMoney(-cents)}` : formatMoney(cents)}</dd>
  </div>
);

/**
 * Says why the sale was refused. An earlier press may already have created the order, so the message links to it.
 * Coaches cannot open orders, so they see only its number.
 */
function SaleRefusal({ desk }: { desk: Desk }) {
  const sale = useStore(desk.$sale);
  if (sale.state !== 'refused') return null;
  if (sale.code !== 'sale_differs' || sale.number === undefined) return <CodeNotice code={sale.code} />;
  const search = new URLSearchParams({ search: sale.number });
  return (
    <Notice
      tone="bad"
      actions={
        desk.isManager && (
          <ButtonLink kind="line" small href={`${staffPaths.managementOrders}?${search.toString()}`}>
            {soldMessages.openOrder}
          </ButtonLink>
        )
      }
    >
      {soldMessages.differs(sale.number)}
    </Notice>
  );
}

const loadMessage = (code: ErrorCode) => errorText(code, refusals);

function CodeNotice({ code }: { code: ErrorCode }) {
  const message = useLazyText(code, loadMessage);
  return message === '' ? null : <Notice tone="bad">{message}</Notice>;
}
