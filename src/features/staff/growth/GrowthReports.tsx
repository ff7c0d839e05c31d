import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { paths } from '#config/paths.ts';
import { managerRoles } from '#domain/managers.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { failureReason } from '#ui/failed/failure-reason.ts';
import { Guarded } from '#ui/Guarded.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { Camp } from './Camp.tsx';
import { Camps } from './Camps.tsx';
import { Closed } from './Closed.tsx';
import { forgetDrafts } from './drafts.ts';
import { growthMessages as words } from './messages.ts';
import type { FoundationText } from './model.ts';
import { createGrowthReports } from './store.ts';

interface Props {
  foundations: readonly FoundationText[];
}

const Loading = () => (
  <ScreenWaiting
    title={words.title}
    label={words.loading}
    className="stack gap-3.5"
    bars={['title', 'list']}
  />
);

/** On this screen (`/management/growth`), coaches write the growth reports of a camp, and others release them. */
function Screen({ userId, foundations }: Props & { userId: string }) {
  const [store] = useState(() => createGrowthReports(userId, foundations));
  const view = useStore(store.$view);
  useEffect(() => store.open(), [store]);
  if (view.state === 'loading') return <Loading />;
  if (view.state === 'camps') return <Camps store={store} camps={view.camps} />;
  if (view.state === 'camp') return <Camp store={store} camp={view.camp} />;
  const known = { place_not_found: words.notFound, reports_closed: words.closed } as Partial<
    Record<string, string>
  >;
  const title = known[view.code];
  return title === undefined ? (
    <NotLoaded title={words.failed} code={view.code} onRetry={() => void store.load()}>
      {failureReason()} {store.hasUnsent() && words.draftSaved}
    </NotLoaded>
  ) : (
    <Closed store={store} title={title} />
  );
}

const guard = createAccess({
  roles: ['coach', ...managerRoles],
  fallback: paths.home,
  forget: forgetDrafts,
});

export default inBoundary(({ foundations }: Props) => (
  <Guarded guard={guard} waiting={<Loading />}>
    {({ member }) => <Screen userId={member.userId} foundations={foundations} />}
  </Guarded>
));
