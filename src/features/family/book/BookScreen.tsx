import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { $family, openFamily } from '#api/family.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { SectionFailed, SectionWaiting } from '#ui/family/SectionState.tsx';
import { Guarded } from '#ui/Guarded.tsx';
import { BookedNotice } from './BookedNotice.tsx';
import { ChooseSessions } from './ChooseSessions.tsx';
import { messages } from './messages.ts';
import { NoCredits } from './NoCredits.tsx';
import { createBooking } from './store.ts';

const guard = createAccess();
const Loading = () => <SectionWaiting rows={5} label={messages.loading} />;

/** On this screen (`/family-base/book`), parents book sessions with their credits. */
const BookScreen = () => (
  <>
    <div className="family-head stack mb-7 gap-2.5">
      <h1>{messages.title}</h1>
      <p className="lead">{messages.lead}</p>
    </div>
    <Guarded guard={guard} waiting={<Loading />}>
      {() => <Book />}
    </Guarded>
  </>
);

function Book() {
  const [booking] = useState(() => {
    const query = new URLSearchParams(location.search);
    return createBooking(query.get('child'), query.get('session'));
  });
  const view = useStore(booking.$view);
  const result = useStore(booking.$done);
  const family = useStore($family);
  useEffect(() => {
    void openFamily();
    void booking.open();
  }, [booking]);
  if (result) return <BookedNotice booking={booking} done={result} />;
  if (view.state === 'loading') return <Loading />;
  if (view.state === 'failed')
    return <SectionFailed title={messages.failed} onRetry={() => void booking.retry()} />;
  const hasNone = view.children.every(({ credits }) => credits === 0);
  return (
    <>
      {hasNone && <NoCredits hasChild={family.state !== 'ready' || family.family.children.length > 0} />}
      {view.options.length > 0 && <ChooseSessions booking={booking} view={view} />}
    </>
  );
}

export default inBoundary(BookScreen);
