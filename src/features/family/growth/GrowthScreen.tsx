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
import { growthMessages as words } from './messages.ts';
import { reportOf } from './model.ts';
import { Report } from './Report.tsx';
import { createGrowth } from './store.ts';

const guard = createAccess();
const Loading = () => <SectionWaiting rows={4} label={words.loading} />;

function Screen() {
  const [growth] = useState(createGrowth);
  const view = useStore(growth.$view);
  const id = useStore(growth.$id);
  useEffect(() => growth.open(), [growth]);
  if (view.state === 'loading') return <Loading />;
  if (view.state === 'failed')
    return <FamilyFailed title={words.failed} onRetry={() => void growth.load()} />;
  const report = reportOf(view.reports, id);
  if (report === undefined && id !== null)
    return (
      <EmptyState
        picture={badge}
        level={1}
        title={words.correctedTitle}
        actions={<ButtonLink href={paths.familyGrowth}>{words.correctedAction}</ButtonLink>}
      >
        {words.correctedText}
      </EmptyState>
    );
  if (report === undefined)
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
  return <Report growth={growth} reports={view.reports} report={report} />;
}

/** Parents read the growth reports of their children and print them (`/family-base/growth`). */
export default inBoundary(() => (
  <Guarded guard={guard} waiting={<Loading />}>
    {() => <Screen />}
  </Guarded>
));
