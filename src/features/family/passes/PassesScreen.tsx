import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { $family, isAwaited, openFamily, retryFamily } from '#api/family.ts';
import { asOf } from '#api/freshness.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { AsOf } from '#ui/family/AsOf.tsx';
import { FamilyFailed } from '#ui/family/FamilyFailed.tsx';
import { SectionWaiting } from '#ui/family/SectionState.tsx';
import { Guarded } from '#ui/Guarded.tsx';
import { messages } from './messages.ts';
import { MissedSessions } from './MissedSessions.tsx';
import { PassList } from './PassList.tsx';
import { Receipts } from './Receipts.tsx';
import { createPasses } from './store.ts';

// Few families have a balance, so it loads after the passes.
const Balance = lazy(() => import('./Balance.tsx'));
const Referral = lazy(() => import('./Referral.tsx'));

const guard = createAccess();
const Loading = () => <SectionWaiting rows={4} label={messages.loading} />;

/** On this screen (`/family-base/passes`), parents see their passes, make-ups and the receipts of all years. */
const PassesScreen = () => (
  <>
    <div className="family-head stack no-print mb-7 gap-2.5">
      <h1>{messages.title}</h1>
      <p className="lead">{messages.lead}</p>
    </div>
    <Guarded guard={guard} waiting={<Loading />}>
      {() => <Passes />}
    </Guarded>
  </>
);

function Passes() {
  const [passes] = useState(() => createPasses());
  const view = useStore($family);
  useEffect(() => {
    void openFamily();
    void passes.open();
  }, [passes]);
  if (view.state === 'loading') return <Loading />;
  if (view.state === 'failed') return <FamilyFailed onRetry={() => void retryFamily()} />;
  const savedAt = asOf(view);
  return (
    <>
      {savedAt && <AsOf {...savedAt} />}
      {isAwaited(view, view.family.passes) ? <Loading /> : <PassList passes={passes} family={view.family} />}
      <MissedSessions passes={passes} family={view.family} />
      {/* The sections around this one already say that they load. */}
      <Suspense fallback={<span className="skeleton" aria-hidden="true" />}>
        <Balance />
        <Referral />
      </Suspense>
      <Receipts passes={passes} />
    </>
  );
}

export default inBoundary(PassesScreen);
