import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { withLoadError } from '#browser/load-error.ts';
import { ColumnSkeleton } from '#ui/ColumnSkeleton.tsx';
import { JoinForm } from './JoinForm.tsx';
import { messages } from './messages.ts';
import { WaitlistNotFound } from './WaitlistNotFound.tsx';
import { pageWaitlist, type Waitlist as Store } from './store.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';

/** Loads the component while the entry is read or the form is filled in. */
const loadEntry = withLoadError(() => import('./Entry.tsx'));
const Entry = lazy(loadEntry);

/** On this page, parents wait for a full class or camp (spec 2 §4, decisions "Selling rules"). */
function Waitlist({ whatsapp }: { whatsapp: string }) {
  // Only the browser knows the address, which says what is wanted.
  if (typeof window === 'undefined') return <Waiting />;
  return <Page waitlist={pageWaitlist()} whatsapp={whatsapp} />;
}

function Page({ waitlist, whatsapp }: { waitlist: Store; whatsapp: string }) {
  const view = useStore(waitlist.$view);
  const expectsEntry = waitlist.hasEntry || view.state === 'form';
  useEffect(() => void waitlist.open(), [waitlist]);
  useEffect(() => {
    // If this download fails, React tries it again when it renders the entry and shows that error.
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
  return <WaitlistNotFound why={view.reason} whatsapp={whatsapp} onRetry={() => void waitlist.retry()} />;
}

const Waiting = () => <ColumnSkeleton title={messages.title} loading={messages.loading} />;

export default inBoundary(Waitlist);
