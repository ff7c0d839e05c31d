import type { OrderLineView, OrderView } from '#contract/orders.ts';
import { formatSessions } from '#contract/format.ts';
import { placeMessage } from '#contract/place-names.ts';
import { passEnds } from '#contract/pass-end.ts';
import { rungNote } from '#contract/price-notes.ts';
import { hasNight } from '#contract/tiers.ts';
import { useStore } from '@nanostores/react';
import { formatTime } from '#domain/dates.ts';
import { formatMoney, gstRows } from '#domain/money.ts';
import { type PriceRow, PriceList } from '#ui/PriceList.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { messages, nightMessages } from '../messages.ts';
import { tryOutMessage } from '../opening-messages.ts';
import { childOfLine, partOf } from '../purchase/parts.ts';
import type { Subject } from '#browser/order-memory.ts';
import { type Child, nameOf } from '../form/model.ts';
import type { Checkout } from '../store.ts';

const sumOf = (order: OrderView, key: 'rebate_cents' | 'discount_cents' | 'transport_cents') =>
  order.lines.reduce((sum, line) => sum + line[key], 0);

export function Prices({ checkout, order }: { checkout: Checkout; order: OrderView }) {
  const { changes } = checkout;
  const { children } = useStore(checkout.form.$values);
  const offer = useStore(checkout.sale.$offer);
  const offers = useStore(checkout.sale.$offers);
  const isChanging = useStore(changes.$changing);
  const subject = useStore(checkout.sale.$subject);
  const pay = useStore(checkout.paying.$pay);
  const isBasket = useStore(checkout.sale.$isBasket);
  const parts = useStore(checkout.sale.$parts);
  const seated = useStore(checkout.sale.$seated);
  const [rebate, discount, transport] = [
    sumOf(order, 'rebate_cents'),
    sumOf(order, 'discount_cents'),
    sumOf(order, 'transport_cents'),
  ];
  const transportOption = order.lines.find((line) => line.transport)?.transport;
  // The tiers of a basket may have different hours, which the confirmation lists.
  const day = order.lines.some(({ camp }) => camp) && !isBasket ? offer?.details.extended_day : null;
  const hasTryOut = order.lines.some(({ offer_id }) => offers[offer_id]?.details.once_per_child);
  const rows: PriceRow[] = order.lines.map((line, index) => ({
    label: (
      <LineLabel
        line={line}
        child={children[childOfLine(line, index)]}
        index={childOfLine(line, index)}
        many={order.lines.length > 1}
        isBasket={isBasket}
      />
    ),
    amount: formatMoney(line.price_cents),
  }));
  if (transportOption && isBasket) rows.push(...rideRows(order, parts));
  else if (transportOption)
    rows.push({
      label: transportOption.title,
      amount: transport === 0 ? 'Included' : formatMoney(transport),
    });
  if (day)
    rows.push({
      label: `Extended day, ${formatTime(day.start)} to ${formatTime(day.end)}`,
      amount: 'Included',
    });
  if (isBasket ? order.lines.some(({ camp }) => camp && hasNight(camp.tier)) : hasNight(subject?.tier))
    Array.from({ length: seated ?? 0 }).forEach((_, index) => {
      if (children[index]?.overnight)
        rows.push({
          label: (
            <WithNames
              text={nightMessages.row(nameOf(children[index], index))}
              names={[children[index].name.trim()]}
            />
          ),
          amount: nightMessages.pending,
        });
    });
  if (rebate > 0) rows.push({ label: 'Sibling rebate', amount: formatMoney(-rebate) });
  if (order.code !== null)
    rows.push({
      label: (
        <>
          Code {order.code}{' '}
          <button
            type="button"
            className="text-button"
            disabled={isChanging}
            onClick={() => void changes.removeCode()}
          >
            Remove<span className="sr-only"> the code</span>
          </button>
        </>
      ),
      // A family's code for friends gives no discount, and minus zero has a sign.
      amount: formatMoney(0 - discount),
    });
  return (
    <>
      <PriceList
        rows={[...rows, ...gstRows(order.gst)]}
        total={{ label: pay ? messages.total : 'To pay', amount: formatMoney(order.total_cents) }}
      />
      {pay && (
        <p className="pay-now">
          <b>{messages.payNow}</b> <b className="numbers">{formatMoney(pay.dueCents)}</b>
        </p>
      )}
      {passEnds(order.lines).map((ending) => (
        <p key={ending}>
          <b>{ending}</b>
        </p>
      ))}
      {hasTryOut && <p>{tryOutMessage}</p>}
    </>
  );
}

/** Returns a row for each camp: the ride and its price, or that the children have none. */
const rideRows = (order: OrderView, parts: readonly Subject[]): PriceRow[] =>
  parts
    .filter(({ kind }) => kind === 'camp')
    .map((part) => {
      const lines = order.lines.filter((line) => partOf(line, [part]));
      const ride = lines.find((line) => line.transport)?.transport;
      const cents = lines.reduce((sum, line) => sum + line.transport_cents, 0);
      const name = lines[0] ? placeMessage(lines[0]) : part.name;
      if (!ride) return { label: name, amount: messages.noRide };
      return { label: `${ride.title} · ${name}`, amount: cents === 0 ? 'Included' : formatMoney(cents) };
    });

function LineLabel({
  line,
  child,
  index,
  many,
  isBasket,
}: {
  line: OrderLineView;
  child: Child | undefined;
  index: number;
  many: boolean;
  isBasket: boolean;
}) {
  const childName = nameOf(child, index);
  const rung = rungNote(line.rung_id);
  if (line.camp)
    return (
      <>
        <b>{childName}</b>
        {isBasket && ` · ${placeMessage(line)}`}
        {rung && ` · ${rung}`}
      </>
    );
  return (
    <>
      <b>{line.title}</b>
      {line.sessions !== null && ` · ${formatSessions(line.sessions)}`}
      {line.validity_days !== null && `, ${line.validity_days} days`}
      {many && ` · ${childName}`}
    </>
  );
}
