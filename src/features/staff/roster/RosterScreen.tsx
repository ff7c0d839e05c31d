import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import paw from '#assets/mascot/paw.svg?url';
import { paths } from '#config/paths.ts';
import type { Allowed } from '#domain/access.ts';
import { hasManagerRole } from '#domain/managers.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { failureReason } from '#ui/failed/failure-reason.ts';
import { Guarded } from '#ui/Guarded.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { AnotherDay } from './another-day/AnotherDay.tsx';
import { anotherDay } from './another-day/day.ts';
import { Day } from './Day.tsx';
import { messages } from './messages.ts';
import { deleteStaffData, readSavedRoles } from './offline-roster.ts';
import { photoMessages } from './photos/messages.ts';
import { createCampPhotos } from './photos/store.ts';
import { createRoster } from './store.ts';

const guard = createAccess({
  roles: ['coach', 'admin', 'business_admin'],
  fallback: paths.home,
  readCachedRoles: readSavedRoles,
  forget: deleteStaffData,
});

/** Coaches see their own sessions and camps of today, and admins see all (decisions "The roster"). */
const RosterScreen = () => (
  <Guarded guard={guard} waiting={<Loading />}>
    {(access) => <AnyDay {...access} />}
  </Guarded>
);

function AnyDay({ member, roles }: Allowed) {
  const isManager = hasManagerRole(roles);
  const [day] = useState(() => anotherDay(location.search));
  return day === null ? (
    <Today member={member} roles={roles} />
  ) : (
    <AnotherDay userId={member.userId} day={day} isManager={isManager} />
  );
}

function Today({ member: { userId }, roles }: Pick<Allowed, 'member' | 'roles'>) {
  const isManager = hasManagerRole(roles);
  const [roster] = useState(() => createRoster(userId, roles));
  const view = useStore(roster.$view);
  const unsentCount = useStore(roster.$unsent).length;
  const [photos] = useState(() => createCampPhotos(userId));
  const photoCount = useStore(photos.$waiting).length;
  useEffect(() => roster.open(), [roster]);
  useEffect(() => photos.open(), [photos]);
  if (view.state === 'loading') return <Loading />;
  if (view.state === 'ready')
    return <Day roster={roster} photos={photos} view={view} isManager={isManager} />;
  const unsentText = [
    ...(unsentCount > 0 ? [` ${messages.waiting(unsentCount)}`] : []),
    ...(photoCount > 0 ? [` ${photoMessages.waiting(photoCount)}`] : []),
  ].join('');
  if (view.state === 'over')
    return (
      <EmptyState
        level={1}
        picture={paw}
        title={messages.dayEnded}
        actions={
          <Button kind="solid" onClick={() => void roster.refresh()}>
            {messages.next}
          </Button>
        }
      >
        {messages.overText}
        {unsentText}
      </EmptyState>
    );
  return (
    <NotLoaded title={messages.failed} code={view.code} onRetry={() => void roster.refresh()}>
      {failureReason(messages.offline)}
      {unsentText}
    </NotLoaded>
  );
}

const Loading = () => (
  <ScreenWaiting
    title={messages.title}
    label={messages.loading}
    className="roster-waiting stack"
    bars={['title', 'row-bar', 'list']}
  />
);

export default inBoundary(RosterScreen);
