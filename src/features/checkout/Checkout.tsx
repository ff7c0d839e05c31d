import { useStore } from '@nanostores/react';
import { createElement, lazy, Suspense, useEffect, useState } from 'react';
import { bookingPath, paths } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import { late } from '#browser/late.ts';
import { Icon } from '#ui/Icon.tsx';
import { arrow } from '#ui/icons.ts';
import { withAges } from './form/children/levels.ts';
import { openingWords } from './opening-words.ts';
import { OpeningSkeleton } from './OpeningSkeleton.tsx';
import type { TryOut } from './purchase/found.ts';
import { isPassAlone } from './purchase/subject.ts';
import { type Checkout as Store, pageCheckout } from './store.ts';
import type { Words } from './words.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';

/** Comes while the server holds the places; a page with nothing to hold does without. */
const loadOrder = late(() => import('./Order.tsx'));
// Not on the way of a sale that goes well; what was not chosen is not refused, and fetches no words of that.
const NothingChosen = lazy(late(() => import('./purchase/NothingChosen.tsx')));
const Ended = lazy(late(() => import('./purchase/Ended.tsx')));
const HoldsOther = lazy(late(() => import('./purchase/HoldsOther.tsx')));
const Sessions = lazy(late(() => import('./purchase/Sessions.tsx')));
const Weeks = lazy(late(() => import('./purchase/Weeks.tsx')));

interface Props {
  whatsapp: string;
  words: Words;
  tryOut?: TryOut | null;
}

/** One checkout for passes and camps (spec 2 §2): the hold, the form, the server's price, on to Stripe. */
function Checkout({ whatsapp, words, tryOut = null }: Props) {
  const checkout = pageCheckout(tryOut);
  const view = useStore(checkout.sale.$view);
  const subject = useStore(checkout.sale.$subject);
  const kind = subject?.kind ?? 'class';
  useEffect(() => watch(checkout), [checkout]);
  const part = useOrder(subject !== null, 'order' in view);

  if (view.state === 'empty')
    return (
      <Suspense>
        <NothingChosen empty={words.empty} />
      </Suspense>
    );
  if (view.state === 'refused')
    return (
      <Suspense>
        <Ended checkout={checkout} view={view} whatsapp={whatsapp} />
      </Suspense>
    );

  // EPIC's weeks are shown before one is chosen.
  const from = view.state === 'weeks' ? 'camp' : kind;
  return (
    <>
      <div className="checkout-head">
        <a className="back" href={from === 'camp' ? paths.camps : bookingPath}>
          <Icon path={arrow} />
          {openingWords.back[from]}
        </a>
        <h1>{words.heading}</h1>
        <p className="lead">{words.lead}</p>
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
            whatsapp={whatsapp}
          />
        </Suspense>
      )}
      {view.state === 'holds_other' && (
        <Suspense fallback={<OpeningSkeleton />}>
          <HoldsOther checkout={checkout} view={view} />
        </Suspense>
      )}
      {'order' in view &&
        (part ? (
          createElement(part.default, { checkout, words, whatsapp })
        ) : (
          <OpeningSkeleton pass={isPassAlone(subject)} />
        ))}
    </>
  );
}

/** Drawn as soon as it is there: React shows what waits in a `Suspense` 0.3 s at least. */
function useOrder(isNear: boolean, isThere: boolean) {
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadOrder>> | null>(null);
  useEffect(() => {
    if (!isNear) return;
    const loaded = loadOrder().then(setPart);
    // A network that fails here is met again when there is an order: then the boundary says it.
    if (!isThere) loaded.catch(() => undefined);
  }, [isNear, isThere]);
  return part;
}

function watch(checkout: Store): () => void {
  const { sale, form } = checkout;
  void checkout.open();
  const timer = setInterval(sale.clock.tick, timing.CLOCK_TICK_MS);
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) void checkout.arrive();
  };
  // A clock that slept with the tab tells the truth the moment the parent looks.
  document.addEventListener('visibilitychange', sale.clock.tick);
  addEventListener('pageshow', onShow);
  addEventListener('pagehide', form.flush);
  addEventListener('online', checkout.online);
  return () => {
    clearInterval(timer);
    // What was typed last waits to be kept: it is kept now, and not under whatever page comes next.
    form.flush();
    document.removeEventListener('visibilitychange', sale.clock.tick);
    removeEventListener('pageshow', onShow);
    removeEventListener('pagehide', form.flush);
    removeEventListener('online', checkout.online);
  };
}

export default inBoundary(Checkout);
