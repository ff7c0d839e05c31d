import type { ManagedOrder } from '#contract/after-sale.ts';
import { formatMoney } from '#domain/money.ts';
import { soldMessage } from '../model.ts';
import { orderMessages, refundMessages } from './messages.ts';

export function Refunds({ refunds, lines }: Pick<ManagedOrder, 'refunds' | 'lines'>) {
  if (refunds.length === 0) return null;
  const nameOf = (lineId: string | null) => {
    const line = lines.find(({ line_id }) => line_id === lineId);
    return line && soldMessage(line);
  };
  return (
    <section className="card manage-line" aria-labelledby="refunds">
      <h2 id="refunds">{orderMessages.refunds}</h2>
      <ul className="stack gap-2">
        {refunds.map((refund, index) => (
          <li key={index}>
            <b className="numbers">{formatMoney(refund.amount_cents)}</b>{' '}
            {nameOf(refund.line_id) && `for ${nameOf(refund.line_id)}: `}
            {
              refundMessages[
                refund.to_balance && refund.status === 'succeeded' ? 'to_balance' : refund.status
              ]
            }
          </li>
        ))}
      </ul>
    </section>
  );
}
