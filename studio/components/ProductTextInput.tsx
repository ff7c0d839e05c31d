import type { StringInputProps } from 'sanity';
import { withProduct } from '../../src/config/brand.ts';

/** Shows how a text reads once the product word stands where `{product}` is. */
export function ProductTextInput(props: StringInputProps) {
  const { value } = props;
  return (
    <div style={{ display: 'grid', gap: '0.5rem' }}>
      {props.renderDefault(props)}
      {value?.includes('{product}') && <small data-testid="with-product">Reads “{withProduct(value)}”</small>}
    </div>
  );
}
