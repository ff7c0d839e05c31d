import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import kayak from '../../assets/mascot/kayak.svg?url';
import navigate from '../../assets/mascot/navigate.svg?url';
import { bookingPath } from '../../config/paths.ts';
import { timing } from '../../config/timing.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { arrow, chat } from '../../ui/icons.ts';
import { CheckoutForm } from './CheckoutForm.tsx';
import { mayRetry, messages, refusalWords } from './messages.ts';
import { OpeningSkeleton } from './OpeningSkeleton.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { Remarks } from './Remarks.tsx';
import { type Checkout as Store, pageCheckout } from './store.ts';

/** One checkout for every pass (spec 2 §2): the hold, the form, the server's price, on to Stripe. */
export default function Checkout({ whatsapp }: { whatsapp: string }) {
  const checkout = pageCheckout();
  const view = useStore(checkout.$view);
  useEffect(() => watch(checkout), [checkout]);

  if (view.state === 'empty')
    return (
      <EmptyState
        level={1}
        picture={navigate}
        title={messages.empty.title}
        actions={<ButtonLink href={bookingPath}>{messages.empty.action}</ButtonLink>}
      >
        {messages.empty.text}
      </EmptyState>
    );

  if (view.state === 'refused') {
    const { title, text } = refusalWords(view.code);
    const retry = mayRetry(view.code);
    return (
      <EmptyState
        bad
        level={1}
        picture={kayak}
        title={title}
        actions={
          <>
            {retry && (
              <Button kind="solid" onClick={() => void checkout.retry()}>
                {messages.retry}
              </Button>
            )}
            <ButtonLink {...(retry ? { kind: 'line' as const } : {})} href={bookingPath}>
              {messages.otherSession}
            </ButtonLink>
            <ButtonLink kind="line" href={whatsapp} target="_blank" rel="noopener">
              <Icon path={chat} />
              WhatsApp Us
            </ButtonLink>
          </>
        }
      >
        {text}
      </EmptyState>
    );
  }

  return (
    <>
      <div className="checkout-head">
        <a className="back" href={bookingPath}>
          <Icon path={arrow} />
          {messages.back}
        </a>
        <h1>{messages.title}</h1>
        <p className="lead">{messages.lead}</p>
      </div>
      {view.state === 'opening' ? (
        <OpeningSkeleton />
      ) : (
        <div className="checkout">
          <div>
            <Remarks checkout={checkout} />
            <CheckoutForm checkout={checkout} />
          </div>
          <OrderSummary checkout={checkout} />
        </div>
      )}
    </>
  );
}

function watch(checkout: Store): () => void {
  void checkout.open();
  const timer = setInterval(checkout.clock.tick, timing.CLOCK_TICK_MS);
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) void checkout.arrive();
  };
  // A clock that slept with the tab tells the truth the moment the parent looks.
  document.addEventListener('visibilitychange', checkout.clock.tick);
  addEventListener('pageshow', onShow);
  addEventListener('pagehide', checkout.form.flush);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', checkout.clock.tick);
    removeEventListener('pageshow', onShow);
    removeEventListener('pagehide', checkout.form.flush);
  };
}
