import { useStore } from '@nanostores/react';
import { createElement, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { bookingPath, paths } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import { withLoadError } from '#browser/load-error.ts';
import { storesTexts } from '#browser/text-storage.ts';
import { Icon } from '#ui/Icon.tsx';
import { arrow } from '#ui/icons.ts';
import { withAges } from './form/children/levels.ts';
import { openingMessages } from './opening-messages.ts';
import { OpeningSkeleton } from './OpeningSkeleton.tsx';
import type { TryOut } from './purchase/model.ts';
import { isPassAlone } from './purchase/subject.ts';
import { type Checkout as Store, pageCheckout } from './store.ts';
import type { Words } from './content.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';

/** Loads the order part of the page while the server holds the spots. A visitor without a cart never downloads it. */
const loadOrder = () => import('./Order.tsx');
// Most sales need none of these views, so each loads only when it is shown.
const NothingChosen = lazy(withLoadError(() => import('./purchase/NothingChosen.tsx')));
const HoldEndedNotice = lazy(withLoadError(() => import('./purchase/HoldEndedNotice.tsx')));
const HoldsOther = lazy(
  withLoadError(async () => ({ default: (await import('./basket-views.ts')).HoldsOther })),
);
const Queue = lazy(withLoadError(() => import('./purchase/Queue.tsx')));
const Sessions = lazy(withLoadError(() => import('./purchase/Sessions.tsx')));
const Weeks = lazy(withLoadError(() => import('./purchase/Weeks.tsx')));

interface Props {
  whatsapp: string;
  words: Words;
  tryOut?: TryOut | null;
}

/**
 * The checkout, which passes and camps share (spec 2 §2). It shows the hold, the form, the server's price and the
 * payment at Stripe.
 */
function Checkout({ whatsapp, words, tryOut = null }: Props) {
  const checkout = pageCheckout(tryOut);
  const view = useStore(checkout.sale.$view);
  const subject = useStore(checkout.sale.$subject);
  const kind = subject?.kind ?? 'class';
  useEffect(() => watch(checkout), [checkout]);
  const { heading, hasCome } = useTurn(view.state);
  const orderModule = useOrder(checkout, subject !== null, 'order' in view);

  if (view.state === 'empty')
    return (
      <Suspense>
        <NothingChosen empty={words.empty} />
      </Suspense>
    );
  if (view.state === 'refused')
    return (
      <Suspense>
        <HoldEndedNotice checkout={checkout} view={view} whatsapp={whatsapp} />
      </Suspense>
    );

  // EPIC's checkout lists its weeks, which are camps, until the parent has chosen one.
  const from = view.state === 'weeks' ? 'camp' : kind;
  return (
    <>
      <div className="checkout-head stack mb-6 gap-2.5">
        <a className="checkout-back" href={from === 'camp' ? paths.camps : bookingPath}>
          <Icon path={arrow} />
          {openingMessages.back[from]}
        </a>
        <h1 ref={heading} tabIndex={-1}>
          {words.heading}
        </h1>
        <p className="sr-only" role="status">
          {hasCome && openingMessages.yourTurn}
        </p>
        {/* The content says in its lead that the browser saves what is typed. If storage is blocked, that is untrue.
         */}
        {/* While a family queues, the lead would promise another time than the queue does. */}
        {view.state !== 'queue' && (
          <p className="lead">
            {view.state === 'opening' || storesTexts() ? words.lead : openingMessages.notSaved}
          </p>
        )}
      </div>
      {view.state === 'opening' && <OpeningSkeleton pass={isPassAlone(subject)} />}
      {view.state === 'weeks' && (
        <Suspense fallback={<OpeningSkeleton />}>
          <Weeks checkout={checkout} weeks={view.weeks} words={words} whatsapp={whatsapp} />
        </Suspense>
      )}
      {view.state === 'sessions' && (
        <Suspense fallback={<OpeningSkeleton />}>
          <Sessions
            checkout={checkout}
            sessions={view.sessions.map((hour) => ({
              ...hour,
              subject: withAges(hour.subject, words.teams),
            }))}
            teams={words.teams}
            whatsapp={whatsapp}
          />
        </Suspense>
      )}
      {view.state === 'queue' && (
        <Suspense fallback={<OpeningSkeleton />}>
          <Queue place={view.place} isCurrent={view.isCurrent} />
        </Suspense>
      )}
      {view.state === 'holds_other' && (
        <Suspense fallback={<OpeningSkeleton />}>
          <HoldsOther checkout={checkout} view={view} />
        </Suspense>
      )}
      {'order' in view &&
        (orderModule ? (
          createElement(orderModule.default, { checkout, words, whatsapp })
        ) : (
          <OpeningSkeleton pass={isPassAlone(subject)} />
        ))}
    </>
  );
}

/**
 * Says when the queue has admitted this family. The heading takes the focus, because that of the queue, which had it,
 * is gone.
 */
function useTurn(state: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [hasCome, setHasCome] = useState(false);
  const wasWaiting = useRef(false);
  useEffect(() => {
    const isWaiting = state === 'queue';
    if (wasWaiting.current && !isWaiting) heading.current?.focus({ preventScroll: true });
    if (wasWaiting.current !== isWaiting) setHasCome(!isWaiting);
    wasWaiting.current = isWaiting;
  }, [state]);
  return { heading, hasCome };
}

/**
 * Loads the component of the order by hand, because React would show the fallback of a `Suspense` for at least 0.3 s.
 */
function useOrder({ changes, paying }: Store, mayBeNeeded: boolean, isNeeded: boolean) {
  const [orderModule, setOrderModule] = useState<Awaited<ReturnType<typeof loadOrder>> | null>(null);
  useEffect(() => {
    if (!mayBeNeeded) return;
    const loadAll = withLoadError(() => Promise.all([loadOrder(), changes.load(), paying.load()]));
    const loading = loadAll().then(([module]) => setOrderModule(module));
    // If the download fails now, it is tried again once there is an order. The error boundary reports a second
    // failure.
    if (!isNeeded) loading.catch(() => undefined);
  }, [changes, paying, mayBeNeeded, isNeeded]);
  return orderModule;
}

function watch(checkout: Store): () => void {
  const { sale, form } = checkout;
  void checkout.open();
  const timer = setInterval(sale.clock.tick, timing.CLOCK_TICK_MS);
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) void checkout.arrive();
  };
  // Browsers slow down timers in a hidden tab, so the clock is updated when the parent returns to it.
  document.addEventListener('visibilitychange', sale.clock.tick);
  addEventListener('pageshow', onShow);
  addEventListener('pagehide', form.flush);
  addEventListener('online', checkout.online);
  return () => {
    clearInterval(timer);
    // The last input is saved now. Later it would be saved under the next page.
    form.flush();
    document.removeEventListener('visibilitychange', sale.clock.tick);
    removeEventListener('pageshow', onShow);
    removeEventListener('pagehide', form.flush);
    removeEventListener('online', checkout.online);
  };
}

export default inBoundary(Checkout);
