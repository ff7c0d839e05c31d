import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { withLoadError } from '#browser/load-error.ts';
import { ColumnSkeleton } from '#ui/ColumnSkeleton.tsx';
import { messages } from './messages.ts';
import { NoBooking } from './NoBooking.tsx';
import { type Manage as Store, pageManage } from './store.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';

/** Loaded while the order is read, so that a link without an order does not load it. */
const loadOrder = withLoadError(() => import('./order/Order.tsx'));
const Order = lazy(loadOrder);
const RequestedDetails = lazy(withLoadError(() => import('./child/RequestedDetails.tsx')));
/** Loaded lazily, because a parent whose link works does not need it. */
const NewLink = lazy(withLoadError(() => import('./NewLink.tsx')));

/** The page where the holder of a link manages a paid order (contract/after-sale.ts). */
function Manage({ whatsapp }: { whatsapp: string }) {
  // The link is read from the address, which exists only in a browser.
  if (typeof window === 'undefined') return <Waiting />;
  return <Page manage={pageManage()} whatsapp={whatsapp} />;
}

function Page({ manage, whatsapp }: { manage: Store; whatsapp: string }) {
  const view = useStore(manage.$view);
  useEffect(() => {
    void manage.open();
    // A network failure at this point appears again when the order is rendered.
    if (manage.$view.get().state === 'loading') loadOrder().catch(() => undefined);
  }, [manage]);
  if (view.state === 'ready')
    return (
      <Suspense fallback={<Waiting />}>
        <Order manage={manage} order={view.order} whatsapp={whatsapp} />
      </Suspense>
    );
  if (view.state === 'requested')
    return (
      <Suspense fallback={<Waiting />}>
        <RequestedDetails manage={manage} details={view.requested} whatsapp={whatsapp} />
      </Suspense>
    );
  if (view.state === 'loading') return <Waiting />;
  return (
    <NoBooking why={view.why} whatsapp={whatsapp} onRetry={() => void manage.retry()}>
      <Suspense>
        <NewLink />
      </Suspense>
    </NoBooking>
  );
}

const Waiting = () => <ColumnSkeleton title={messages.title} loading={messages.loading} />;

export default inBoundary(Manage);
