import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import badge from '#assets/mascot/badge.svg?url';
import { paths } from '#config/paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { FamilyFailed } from '#ui/family/FamilyFailed.tsx';
import { SectionWaiting } from '#ui/family/SectionState.tsx';
import { Guarded } from '#ui/Guarded.tsx';
import { CampReviewCard } from './CampReviewCard.tsx';
import { reviewMessages as words } from './messages.ts';
import { createReviews } from './store.ts';

const guard = createAccess();
const Loading = () => <SectionWaiting rows={3} label={words.loading} />;

function Screen() {
  const [reviews] = useState(createReviews);
  const [named] = useState(() => new URLSearchParams(location.search).get('camp'));
  const view = useStore(reviews.$view);
  useEffect(() => void reviews.load(), [reviews]);
  if (view.state === 'loading') return <Loading />;
  if (view.state === 'failed')
    return <FamilyFailed title={words.failed} onRetry={() => void reviews.load()} />;
  if (view.camps.length === 0)
    return (
      <EmptyState
        picture={badge}
        level={1}
        title={words.emptyTitle}
        actions={<ButtonLink href={paths.camps}>{words.emptyAction}</ButtonLink>}
      >
        {words.emptyText}
      </EmptyState>
    );
  // The mail is about one camp, which comes first.
  const camps = view.camps.toSorted((a, b) => Number(b.camp_id === named) - Number(a.camp_id === named));
  return (
    <div className="reviews-page">
      <header>
        <p className="kick">{words.kick}</p>
        <h1>{words.title}</h1>
        <p className="quiet">{words.lead}</p>
      </header>
      {camps.map((camp) => (
        <CampReviewCard key={camp.camp_id} reviews={reviews} camp={camp} isNamed={camp.camp_id === named} />
      ))}
    </div>
  );
}

/** Parents rate the camps at which their children were (`/family-base/review`). */
export default inBoundary(() => (
  <Guarded guard={guard} waiting={<Loading />}>
    {() => <Screen />}
  </Guarded>
));
