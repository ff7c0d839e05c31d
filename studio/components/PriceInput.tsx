import { type NumberInputProps, useFormValue } from 'sanity';
import { brand } from '../../src/config/brand.ts';
import { shownPrices, type PricedDocument } from '../prices/shown-prices.ts';

const signs: Record<string, string> = { SGD: 'S$' };
const sign = signs[brand.currency] ?? brand.currency;

/** An input for a price. Editors type dollars, but all other code uses cents. */
export function PriceInput(props: NumberInputProps) {
  const document = useFormValue([]);
  const isMain = props.path.length === 1 && props.path[0] === 'price';
  const lines = isMain && isRecord(document) ? shownPrices(document) : [];
  return (
    <div style={{ display: 'grid', gap: '0.75rem' }}>
      <div style={{ display: 'grid', gridTemplateColumns: 'auto 1fr', alignItems: 'center', gap: '0.75rem' }}>
        <span aria-hidden="true">{sign}</span>
        {props.renderDefault(props)}
      </div>
      {lines.length > 0 && (
        <section aria-label="What parents will see" style={{ fontSize: '0.8125rem', lineHeight: 1.6 }}>
          <strong>Parents will see</strong>
          <ul style={{ margin: 0, paddingLeft: '1.25rem' }}>
            {lines.map(({ name, words }, index) => (
              <li key={index}>
                {name}: {words}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const isRecord = (value: unknown): value is PricedDocument => typeof value === 'object' && value !== null;
