import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { CheckoutForm } from './form/CheckoutForm.tsx';
import { OrderSummary } from './order/OrderSummary.tsx';
import { describeBooking } from './order/describe-booking.ts';
import { ForWhom } from './order/ForWhom.tsx';
import { Remarks } from './form/Remarks.tsx';
import type { Checkout } from './store.ts';
import type { Words } from './content.ts';

const SentLink = lazy(() => import('./order/SentLink.tsx'));

interface Props {
  checkout: Checkout;
  words: Words;
  whatsapp: string;
}

export default function Order({ checkout, words, whatsapp }: Props) {
  const order = useStore(checkout.sale.$order);
  const link = useStore(checkout.sale.$link);
  const view = useStore(checkout.sale.$view);
  if (!order) return null;
  return (
    <div className="checkout">
      <div>
        <p className="booking-line">
          <b>{describeBooking(order)}</b> <ForWhom checkout={checkout} />
        </p>
        <Remarks checkout={checkout} />
        {link && view.state === 'open' && (
          <Suspense>
            <SentLink checkout={checkout} order={order} link={link} />
          </Suspense>
        )}
        <CheckoutForm checkout={checkout} words={words} whatsapp={whatsapp} />
      </div>
      <OrderSummary checkout={checkout} words={words} />
    </div>
  );
}
