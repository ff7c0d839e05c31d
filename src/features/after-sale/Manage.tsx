import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { withLoadError } from '#browser/load-error.ts';
import { ColumnSkeleton } from '#ui/ColumnSkeleton.tsx';
import { messages } from './messages.ts';
import { NoBooking } from './NoBooking.tsx';
import { type OrderStore as Store, getOrderStore } from './store.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';

/**
 * React loads this component only while an order is read, so a visitor without a link never downloads
 * it.
 */
const loadOrder = withLoadError(() => import('./order/Order.tsx'));
const Order = lazy(loadOrder);
const ActingOrder = lazy(withLoadError(() => import('./acting/ActingOrder.tsx')));
const RequestedDetails = lazy(withLoadError(() => import('./child/RequestedDetails.tsx')));
const OrderLinkForm = lazy(withLoadError(() => import('./OrderLinkForm.tsx')));

function Manage({ whatsapp }: { whatsapp: string }) {
  // The link is in the browser's address, which does not exist while the server renders the page.
  if (typeof window === 'undefined') return <Waiting />;
  return <LoadedPage manage={getOrderStore()} whatsapp={whatsapp} />;
}

function LoadedPage({ manage, whatsapp }: { manage: Store; whatsapp: string }) {
  const view = useStore(manage.$view);
  useEffect(() => {
    void manage.open();
    // If this download fails, React tries it again when it renders the order and shows that error.
    if (manage.$view.get().state === 'loading') loadOrder().catch(() => undefined);
  }, [manage]);
  if (view.state === 'ready' && view.order.acting_for)
    return (
      <Suspense fallback={<Waiting />}>
        <ActingOrder manage={manage} order={view.order} whatsapp={whatsapp} />
      </Suspense>
    );
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
        <OrderLinkForm />
      </Suspense>
    </NoBooking>
  );
}

const Waiting = () => <ColumnSkeleton title={messages.title} loading={messages.loading} />;

export default inBoundary(Manage);
