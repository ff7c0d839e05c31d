import { brand } from '#config/brand.ts';
import { Verbatim } from './Verbatim.tsx';

interface Props {
  seller: readonly string[];
  payer?: string | null;
}

/** The seller and the payer, as a company needs them. Only on paper, because the page around it names both. */
export const ReceiptHead = ({ seller, payer = null }: Props) => (
  <div className="print-only">
    <p>
      <b>{brand.name}</b>
    </p>
    <Verbatim>{seller.join(', ')}</Verbatim>
    {payer !== null && (
      <p>
        Paid by <Verbatim>{payer}</Verbatim>
      </p>
    )}
  </div>
);
