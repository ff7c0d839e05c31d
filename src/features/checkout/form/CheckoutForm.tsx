import type { OrderView } from '#contract/orders.ts';
import { hasNight } from '#contract/tiers.ts';
import { useStore } from '@nanostores/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Children } from './children/Children.tsx';
import { Consents } from './Consents.tsx';
import { HealthStep } from './Health.tsx';
import { checkoutFormId } from '../ids.ts';
import { hasSession } from '#browser/has-session.ts';
import { ageRange } from '#domain/ages.ts';
import { asksConsent } from './model.ts';
import { Overnight } from './children/Overnight.tsx';
import { ParentFields } from './ParentFields.tsx';
import { Cancellation, PayButton } from '../order/Pay.tsx';
import { Pickup } from './Pickup.tsx';
import { Signature } from './Signature.tsx';
import type { Checkout } from '../store.ts';
import { Travel } from './Travel.tsx';
import type { Words } from '../content.ts';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import '#ui/steps.css';

const WayToPay = lazy(() => import('../order/WayToPay.tsx'));
const hasWayToPay = ({ lines, pay }: OrderView): boolean =>
  (pay?.options.length ?? 0) > 0 ||
  (pay?.deposit_camp_ids?.length ?? 0) > 0 ||
  (hasSession() && !lines.some(({ renews }) => renews));

interface Props {
  checkout: Checkout;
  words: Words;
  whatsapp: string;
}

export function CheckoutForm({ checkout, words, whatsapp }: Props) {
  const order = useStore(checkout.sale.$order);
  const subject = useStore(checkout.sale.$subject);
  const onRecord = useStore(checkout.form.$onRecord);
  const isBasket = useStore(checkout.sale.$isBasket);
  const hasOvernight = useStore(checkout.sale.$parts).some(({ tier }) => hasNight(tier));
  // The subject of a basket is a camp if it has one.
  const isCamp = subject?.kind === 'camp';
  const ages =
    isCamp && !isBasket && subject.minAge !== undefined
      ? `${subject.name} is for ${ageRange(subject)}.`
      : words.child.lead;
  const end = (
    <>
      {order && hasWayToPay(order) && (
        <Suspense>
          <WayToPay checkout={checkout} order={order} />
        </Suspense>
      )}
      <div className="pay-end">
        {order && <Cancellation checkout={checkout} order={order} />}
        <PayButton checkout={checkout} note={words.summary.payNote} />
      </div>
    </>
  );
  return (
    <FormElement
      id={checkoutFormId}
      className="steps checkout-form"
      onSubmit={() => void checkout.paying.pay()}
    >
      <Step n={1} title={words.child.heading} text={ages}>
        <Children checkout={checkout} words={words} />
      </Step>
      <Step n={2} title={words.parent.heading} text={words.parent.lead}>
        <ParentFields checkout={checkout} />
      </Step>
      <Step n={3} title={words.health.heading} text={words.health.lead}>
        <HealthStep checkout={checkout} privacy={words.health.privacyText} />
      </Step>
      <Step
        n={4}
        title={isCamp ? words.transport.heading : 'Pick-up'}
        text={isCamp ? words.transport.lead : 'Who may collect your child from the coach.'}
      >
        <div className="card">
          {isCamp && <Travel checkout={checkout} words={words} />}
          <Pickup checkout={checkout} />
        </div>
        {hasOvernight && <Overnight checkout={checkout} words={words} whatsapp={whatsapp} />}
      </Step>
      {asksConsent(onRecord) ? (
        <Step
          n={5}
          title={words.consents.heading}
          text={
            onRecord
              ? 'Details that your account does not have yet.'
              : words.consents.lead || 'Two are needed now, two before the first session.'
          }
        >
          <div className="card">
            <Consents checkout={checkout} words={words} />
            <Signature checkout={checkout} />
          </div>
          {end}
        </Step>
      ) : (
        end
      )}
    </FormElement>
  );
}

function Step({ n, title, text, children }: { n: number; title: string; text: string; children: ReactNode }) {
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
