import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { $family, isAwaited, openFamily, retryFamily } from '#api/family.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { FamilyFailed } from '#ui/family/FamilyFailed.tsx';
import { Guarded } from '#ui/Guarded.tsx';
import type { Content } from './content.ts';
import { comingOf } from './model.ts';
import { Overview } from './Overview.tsx';
import { createToday } from './store.ts';
import { TodaySkeleton } from './TodaySkeleton.tsx';

const guard = createAccess();

function FamilyToday({ content }: { content: Content }) {
  return (
    <Guarded guard={guard} waiting={<TodaySkeleton />}>
      {() => <Today content={content} />}
    </Guarded>
  );
}

function Today({ content }: { content: Content }) {
  const view = useStore($family);
  const [today] = useState(createToday);
  useEffect(() => void openFamily(), []);
  if (view.state === 'loading') return <TodaySkeleton />;
  if (view.state === 'failed') return <FamilyFailed onRetry={() => void retryFamily()} />;
  const { children } = view.family;
  if (isAwaited(view, children) || isAwaited(view, comingOf(view.family))) return <TodaySkeleton />;
  return <Overview today={today} view={view} content={content} />;
}

export default inBoundary(FamilyToday);
