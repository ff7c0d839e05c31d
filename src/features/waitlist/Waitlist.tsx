import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import head from '../../assets/mascot/head.svg?url';
import navigate from '../../assets/mascot/navigate.svg?url';
import { bookingPath, paths } from '../../config/paths.ts';
import { whatsappLink } from '../../lib/whatsapp.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Entry } from './Entry.tsx';
import { JoinForm } from './JoinForm.tsx';
import { gone, messages } from './messages.ts';
import { type Gone, pageWaitlist, type Waitlist as Store } from './store.ts';

/** Waiting for a full class or camp (spec 2 §4, 3-decisions "Selling rules"). */
export default function Waitlist({ whatsapp }: { whatsapp: string }) {
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

function Missing({ why, whatsapp, onRetry }: { why: Gone; whatsapp: string; onRetry: () => void }) {
  const failed = why === 'failed';
  return (
    <div className="wrap waitlist-state">
      <EmptyState
        level={1}
        bad={failed}
        picture={failed ? head : navigate}
        title={gone[why].title}
        actions={
          <>
            {failed && (
              <Button kind="solid" onClick={onRetry}>
                {messages.tryAgain}
              </Button>
            )}
            {why === 'waitlist_entry_not_found' ? (
              <ButtonLink
                kind="line"
                href={whatsappLink(whatsapp, messages.helpText)}
                target="_blank"
                rel="noopener"
              >
                {messages.help}
              </ButtonLink>
            ) : (
              <>
                <ButtonLink kind="line" href={bookingPath}>
                  Weekend classes
                </ButtonLink>
                <ButtonLink kind="line" href={paths.campsNew}>
                  Holiday camps
                </ButtonLink>
              </>
            )}
          </>
        }
      >
        {gone[why].text}
      </EmptyState>
    </div>
  );
}

const Waiting = () => (
  <div className="wrap waitlist-state">
    <h1 className="sr-only">{messages.title}</h1>
    <Spinner>{messages.loading}</Spinner>
    <div className="waitlist-skeleton" aria-hidden="true">
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  </div>
);
