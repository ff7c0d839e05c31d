import { signedMoney } from './messages.ts';

interface Props {
  rows: readonly [title: string, cents: number][];
  /** The total, or null while nothing is known that could be added up. */
  total: readonly [title: string, value: string] | null;
  after: readonly (readonly [title: string, value: string])[];
}

export const PayoutSums = ({ rows, total, after }: Props) => (
  <dl className="payout-sums numbers">
    {rows.map(([title, cents]) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>{signedMoney(cents)}</dd>
      </div>
    ))}
    {total && (
      <div className="payout-total">
        <dt>{total[0]}</dt>
        <dd>{total[1]}</dd>
      </div>
    )}
    {after.map(([title, value]) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
