import type { ManagementToday } from '#contract/management.ts';
import { formatMoney } from '#contract/format.ts';
import { paths } from '../../../config/paths.ts';
import { decisionWords } from './messages.ts';
import { Part } from './Part.tsx';

/** Money that a person has to decide about, the oldest first. */
export const Decisions = ({ decisions }: Pick<ManagementToday, 'decisions'>) => (
  <Part id="decisions" title={decisionWords.heading} none={decisionWords.none} rows={decisions}>
    {({ kind, id, order_id, order_number, name, amount_cents, since }) => {
      const [title, text] = decisionWords.kinds[kind];
      return (
        <li key={id}>
          <p className="line">
            <span className={kind === 'refund_by_hand' || kind === 'renewal_unpaid' ? 'tag warn' : 'tag bad'}>
              {title}
            </span>
            <b>{name ?? decisionWords.nobody}</b>
            <b className="numbers">{formatMoney(amount_cents)}</b>
          </p>
          <p className="quiet">{text}</p>
          <p className="quiet numbers">
            {order_number !== null && (
              <>
                <a href={`${paths.managementOrders}?order=${order_id ?? ''}`}>{order_number}</a> ·{' '}
              </>
            )}
            {decisionWords.since(since)}
          </p>
        </li>
      );
    }}
  </Part>
);
