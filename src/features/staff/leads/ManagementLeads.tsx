import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { paths } from '#config/paths.ts';
import { managerRoles } from '#domain/managers.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Managed } from '#ui/staff/Managed.tsx';
import { StaffList } from '#ui/staff/table/StaffList.tsx';
import { createLeadDetail } from './detail.ts';
import { LeadSheet } from './LeadSheet.tsx';
import { $stages, leadColumns, leadFile, leadList, leadViews, moveStage, stageViews } from './list-rules.tsx';
import { listWords } from './messages.ts';

const guard = createAccess({ roles: managerRoles, fallback: paths.home });

/** `/management/leads`: people who enquired without buying, by stage, and one lead in full. */
const ManagementLeads = () => (
  <Managed guard={guard} why={listWords.viewOff}>
    {() => <Leads />}
  </Managed>
);

function Leads() {
  const [list] = useState(leadList);
  const [views] = useState(leadViews);
  const stages = useStore($stages);
  const [detail] = useState(() =>
    createLeadDetail((now) => {
      const shown = list.$view.get();
      const before =
        shown.state === 'ready' ? shown.rows.find(({ lead_id }) => lead_id === now.lead_id) : undefined;
      if (before && before.status !== now.status) moveStage(before.status, now.status);
      list.replace((row) => row.lead_id === now.lead_id, now);
    }),
  );
  const opened = useStore(detail.$view);
  useEffect(() => detail.watch(), [detail]);
  return (
    <>
      <StaffList
        title={listWords.title}
        empty={listWords.empty}
        what={[listWords.one, listWords.several]}
        list={list}
        views={views}
        ownViews={stageViews(stages)}
        columns={leadColumns}
        file={leadFile}
        idOf={({ lead_id }) => lead_id}
        hrefOf={({ lead_id }) => detail.hrefOf(lead_id)}
        onOpen={({ lead_id }) => detail.open(lead_id)}
        openId={opened.state === 'closed' ? null : opened.id}
      />
      {opened.state !== 'closed' && <LeadSheet key={opened.id} detail={detail} view={opened} />}
    </>
  );
}

export default inBoundary(ManagementLeads);
