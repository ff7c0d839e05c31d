import { CheckoutForm } from './form/CheckoutForm.tsx';
import { OrderSummary } from './order/OrderSummary.tsx';
import { Remarks } from './form/Remarks.tsx';
import type { Checkout } from './store.ts';
import type { Words } from './words.ts';

interface Props {
  checkout: Checkout;
  words: Words;
  whatsapp: string;
}

/** What is held: what must be said of it, the form, and what it costs. */
export default function Order({ checkout, words, whatsapp }: Props) {
  return (
    <div className="checkout">
      <div>
        <Remarks checkout={checkout} />
        <CheckoutForm checkout={checkout} words={words} whatsapp={whatsapp} />
      </div>
      <OrderSummary checkout={checkout} words={words} />
    </div>
  );
}
