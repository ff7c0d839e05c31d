import { Heading, Section, Text } from '@react-email/components';
import { formatMoment, formatMoney } from './format.ts';
import { priceNotes } from '../../contract/price-notes.ts';
import { type DeskMethod, type DeskSplit, providerLines } from '../../contract/receipts.ts';
import { gstMessage, type MailOrder, whoseLine } from './order.ts';
import { Refunds } from './Refunds.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

const deskPaid: Record<DeskMethod, string> = {
  cash: 'Paid at our desk in cash.',
  paynow: 'Paid at our desk by PayNow.',
  card_terminal: 'Paid at our desk by card.',
  balance: 'Paid from your balance with us.',
};

function splitText({ method, cents }: DeskSplit): string {
  const money = formatMoney(cents);
  switch (method) {
    case 'cash':
      return say`${money} of it was paid in cash.`;
    case 'paynow':
      return say`${money} of it was paid by PayNow.`;
    case 'card_terminal':
      return say`${money} of it was paid by card.`;
  }
}

export function Receipt({ order }: { order: MailOrder }) {
  const gst = order.gst;
  return (
    <Section className="card" style={style.card}>
      <Heading as="h2" style={style.subheading}>
        {say`Receipt`}
      </Heading>
      <Text style={style.small}>
        {say`Order ${order.number}`}
        {order.invoice && (
          <>
            <br />
            {say`Invoice ${order.invoice}`}
          </>
        )}
        {order.paid_at && (
          <>
            <br />
            {say`Paid ${formatMoment(order.paid_at)}`}
          </>
        )}
      </Text>
      <table className="receipt" style={style.table}>
        <tbody>
          {order.lines.map((line, index) => (
            <tr key={index}>
              <th scope="row" style={style.cell}>
                {[line.title, whoseLine(order, line)].filter(Boolean).join(', ')}
                <PriceNotes line={line} order={order} />
              </th>
              <td style={style.amount}>{formatMoney(line.total_cents)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" style={{ ...style.cell, ...style.total }}>
              {order.instalments ? say`Total` : say`Total paid`}
            </th>
            <td style={{ ...style.amount, ...style.total }}>{formatMoney(order.total_cents)}</td>
          </tr>
          {order.instalments && (
            <tr>
              <th scope="row" style={{ ...style.cell, ...style.total }}>
                {say`Deposit paid`}
              </th>
              <td style={{ ...style.amount, ...style.total }}>
                {formatMoney(order.instalments.parts.find(({ is_deposit }) => is_deposit)?.cents ?? 0)}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {gst && <Text style={style.small}>{gstMessage(gst)}</Text>}
      {order.provider && (
        <Text style={style.small}>
          {providerLines(order.provider).join(', ')}
          {order.desk_method && (
            <>
              <br />
              {deskPaid[order.desk_method]}
              {order.seller ? say` Sold by ${order.seller}.` : ''}
            </>
          )}
          {order.split && (
            <>
              <br />
              {splitText(order.split)}
            </>
          )}
          {order.balance_part_cents > 0 && (
            <>
              <br />
              {say`${formatMoney(order.balance_part_cents)} of it was paid from your balance with us.`}
            </>
          )}
        </Text>
      )}
      {cancellationRules(order).map((rule) => (
        <Text key={rule} style={style.small}>
          {rule}
        </Text>
      ))}
      <Refunds order={order} />
    </Section>
  );
}

function PriceNotes({ line, order }: { line: MailOrder['lines'][number]; order: MailOrder }) {
  const notes = priceNotes(line, order.lines);
  return (
    notes && (
      <>
        <br />
        <span className="note" style={style.note}>
          {notes}
        </span>
      </>
    )
  );
}

function cancellationRules(order: MailOrder): string[] {
  return [...new Set(order.lines.flatMap((line) => (line.cancellation ? [line.cancellation] : [])))];
}
