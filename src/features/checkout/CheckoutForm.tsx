import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { checkoutFormId } from './ids.ts';
import { ChildFields } from './ChildFields.tsx';
import { Consents } from './Consents.tsx';
import { ParentFields } from './ParentFields.tsx';
import { Cancellation, PayButton } from './Pay.tsx';
import type { Checkout } from './store.ts';

export function CheckoutForm({ checkout }: { checkout: Checkout }) {
  const order = useStore(checkout.$order);
  return (
    <form
      id={checkoutFormId}
      className="steps checkout-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void checkout.pay();
      }}
    >
      <FormStep n={1} title="Who is coming?" text="The child who will be on the board.">
        <ChildFields checkout={checkout} />
      </FormStep>
      <FormStep n={2} title="You" text="For the receipt, and to reach you on the day.">
        <ParentFields checkout={checkout} />
      </FormStep>
      <FormStep n={3} title="Your word" text="Both boxes are needed.">
        <Consents checkout={checkout} />
        <div className="pay-end">
          {order && <Cancellation order={order} />}
          <PayButton checkout={checkout} />
        </div>
      </FormStep>
    </form>
  );
}

function FormStep({
  n,
  title,
  text,
  children,
}: {
  n: number;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <section className="step">
      <div className="step-head">
        <span className="step-stone" aria-hidden="true">
          {n}
        </span>
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      </div>
      {children}
    </section>
  );
}
