import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { paths } from '#config/paths.ts';
import { managerRoles } from '#domain/managers.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Managed } from '#ui/staff/Managed.tsx';
import { StaffList } from '#ui/staff/table/StaffList.tsx';
import { commonViews, waitlistColumns, waitlistFile, waitlistList, waitlistViews } from './list-rules.tsx';
import { listWords } from './messages.ts';
import { createQueueDetail } from './detail.ts';
import { QueueSheet } from './QueueSheet.tsx';

const guard = createAccess({ roles: managerRoles, fallback: paths.home });

/** `/management/waitlists`: every session and camp with a queue, and the entries of one. */
const ManagementWaitlists = () => (
  <Managed guard={guard} why={listWords.viewOff}>
    {() => <Waitlists />}
  </Managed>
);

function Waitlists() {
  const [list] = useState(waitlistList);
  const [views] = useState(waitlistViews);
  const [detail] = useState(() =>
    createQueueDetail((place) => list.replace((row) => row.place_id === place.place_id, place)),
  );
  const shown = useStore(detail.$view);
  useEffect(() => detail.watch(), [detail]);
  return (
    <>
      <StaffList
        title={listWords.title}
        empty={listWords.empty}
        what={[listWords.one, listWords.several]}
        list={list}
        views={views}
        ownViews={commonViews}
        columns={waitlistColumns}
        file={waitlistFile}
        idOf={({ place_id }) => place_id}
        hrefOf={({ place_id }) => detail.hrefOf(place_id)}
        onOpen={({ place_id }) => detail.open(place_id)}
        openId={shown.state === 'closed' ? null : shown.id}
      />
      {shown.state !== 'closed' && <QueueSheet key={shown.id} detail={detail} view={shown} />}
    </>
  );
}

export default inBoundary(ManagementWaitlists);
