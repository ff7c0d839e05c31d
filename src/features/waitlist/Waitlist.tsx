import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { late } from '#browser/late.ts';
import { ColumnWaiting } from '#ui/ColumnWaiting.tsx';
import { JoinForm } from './JoinForm.tsx';
import { messages } from './messages.ts';
import { Missing } from './Missing.tsx';
import { pageWaitlist, type Waitlist as Store } from './store.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';

/** Of who waits already: it comes while their entry is read, or while they fill in the form. */
const loadEntry = late(() => import('./Entry.tsx'));
const Entry = lazy(loadEntry);

/** Waiting for a full class or camp (spec 2 §4, decisions "Selling rules"). */
function Waitlist({ whatsapp }: { whatsapp: string }) {
  // What is wanted stands in the address, which only a browser has.
  if (typeof window === 'undefined') return <Waiting />;
  return <Page waitlist={pageWaitlist()} whatsapp={whatsapp} />;
}

function Page({ waitlist, whatsapp }: { waitlist: Store; whatsapp: string }) {
  const view = useStore(waitlist.$view);
  const expectsEntry = waitlist.hasEntry || view.state === 'form';
  useEffect(() => void waitlist.open(), [waitlist]);
  useEffect(() => {
    // A network that fails here is met again when the entry is drawn.
    if (expectsEntry) loadEntry().catch(() => undefined);
  }, [expectsEntry]);
  if (view.state === 'form') return <JoinForm form={view.form} />;
  if (view.state === 'entry')
    return (
      <Suspense fallback={<Waiting />}>
        <Entry waitlist={waitlist} {...view} />
      </Suspense>
    );
  if (view.state === 'loading') return <Waiting />;
  return <Missing why={view.why} whatsapp={whatsapp} onRetry={() => void waitlist.retry()} />;
}

const Waiting = () => <ColumnWaiting title={messages.title} loading={messages.loading} />;

export default inBoundary(Waitlist);
