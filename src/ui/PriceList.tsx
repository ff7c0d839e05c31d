import type { ReactNode } from 'react';
import './price-list.css';

export interface PriceRow {
  label: ReactNode;
  amount: string;
}

export function PriceList({ rows, total }: { rows: PriceRow[]; total: PriceRow }) {
  return (
    <dl className="prices">
      {rows.map(({ label, amount }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className="total">
        <dt>{total.label}</dt>
        <dd>{total.amount}</dd>
      </div>
    </dl>
  );
}
