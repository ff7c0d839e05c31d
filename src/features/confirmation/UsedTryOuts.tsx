import type { OrderView } from '#contract/orders.ts';
import { longWhoAndWhere } from '#contract/place-names.ts';
import { formatMoney } from '#domain/money.ts';
import { Notice } from '#ui/Notice.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { messages } from './messages.ts';
import { usedTryOuts } from './model.ts';

/** Try-outs that were paid but not booked, because the child had had one: whose they are, and the refund. */
export const UsedTryOuts = ({ order }: { order: OrderView }) =>
  usedTryOuts(order).map(({ line_id, child_name, session, title, total_cents }) => (
    <Notice key={line_id} tone="warn" title={messages.used.title}>
      <span className="mb-2 block">
        <WithNames
          text={longWhoAndWhere(child_name === null ? [] : [child_name], { session }, title)}
          names={[child_name ?? '']}
        />
      </span>
      <WithNames
        text={messages.used.text(child_name ?? messages.used.child, formatMoney(total_cents))}
        names={[child_name ?? '']}
      />
    </Notice>
  ));
