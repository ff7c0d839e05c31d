import type { StringInputProps } from 'sanity';
import { withProduct } from '../../src/config/brand.ts';

export function ProductTextInput(props: StringInputProps) {
  const { value } = props;
  return (
    <div style={{ display: 'grid', gap: '0.5rem' }}>
      {props.renderDefault(props)}
      {value?.includes('{product}') && <small data-testid="with-product">Reads “{withProduct(value)}”</small>}
    </div>
  );
}
