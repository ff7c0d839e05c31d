import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { ColumnWaiting } from '../../ui/ColumnWaiting.tsx';
import { Entry } from './Entry.tsx';
import { JoinForm } from './JoinForm.tsx';
import { messages } from './messages.ts';
import { Missing } from './Missing.tsx';
import { pageWaitlist, type Waitlist as Store } from './store.ts';
import { inBoundary } from '../../ui/failed/Boundary.tsx';

/** Waiting for a full class or camp (spec 2 §4, decisions "Selling rules"). */
function Waitlist({ whatsapp }: { whatsapp: string }) {
  // What is wanted stands in the address, which only a browser has.
  if (typeof window === 'undefined') return <Waiting />;
  return <Page waitlist={pageWaitlist()} whatsapp={whatsapp} />;
}

function Page({ waitlist, whatsapp }: { waitlist: Store; whatsapp: string }) {
  const view = useStore(waitlist.$view);
  useEffect(() => void waitlist.open(), [waitlist]);
  if (view.state === 'form') return <JoinForm form={view.form} />;
  if (view.state === 'entry') return <Entry waitlist={waitlist} {...view} />;
  if (view.state === 'loading') return <Waiting />;
  return <Missing why={view.why} whatsapp={whatsapp} onRetry={() => void waitlist.retry()} />;
}

const Waiting = () => <ColumnWaiting title={messages.title} loading={messages.loading} />;

export default inBoundary(Waitlist);
