import type { NumberInputProps } from 'sanity';
import { brand } from '../../src/config/brand.ts';

const signs: Record<string, string> = { SGD: 'S$' };
const sign = signs[brand.currency] ?? brand.currency;

/** A number with its currency beside it: prices are written in dollars here, and counted in cents everywhere else. */
export function PriceInput(props: NumberInputProps) {
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'auto 1fr', alignItems: 'center', gap: '0.75rem' }}>
      <span aria-hidden="true">{sign}</span>
      {props.renderDefault(props)}
    </div>
  );
}
