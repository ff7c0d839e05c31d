import type { OrderView } from '#contract/orders.ts';
import { longWhoAndWhere } from '#contract/place-names.ts';
import { splitMoneyFirst } from '#domain/balance.ts';
import { formatMoney } from '#domain/money.ts';
import { Notice } from '#ui/Notice.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { messages } from './messages.ts';
import { usedTryOuts } from './model.ts';

/**
 * Lists try-outs that were paid for but not booked, because the child had already had one. The parent reads whose they
 * are and what is refunded.
 */
export function UsedTryOuts({ order }: { order: OrderView }) {
  const usedLines = usedTryOuts(order);
  const money = order.total_cents - (order.balance_cents ?? 0);
  const refunds = splitMoneyFirst(
    usedLines.map(({ total_cents }) => total_cents),
    money,
  );
  return usedLines.map(({ line_id, child_name, session, title }, index) => {
    const { money: paid = 0, balance = 0 } = refunds[index] ?? {};
    return (
      <Notice key={line_id} tone="warn" title={messages.used.title}>
        <span className="mb-2 block">
          <WithNames
            text={longWhoAndWhere(child_name === null ? [] : [child_name], { session }, title)}
            names={[child_name ?? '']}
          />
        </span>
        <WithNames
          text={messages.used.text(
            child_name ?? messages.used.child,
            paid > 0 ? formatMoney(paid) : null,
            balance > 0 ? formatMoney(balance) : null,
          )}
          names={[child_name ?? '']}
        />
      </Notice>
    );
  });
}
