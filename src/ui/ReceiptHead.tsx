import { brand } from '#config/brand.ts';
import { Verbatim } from './Verbatim.tsx';

interface Props {
  seller: readonly string[];
  payer?: string | null;
}

/**
 * The seller and the payer of a receipt, which a company needs. They are only printed, because the page names both
 * elsewhere.
 */
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
