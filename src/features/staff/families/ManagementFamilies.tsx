import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { paths } from '#config/paths.ts';
import { managerRoles } from '#domain/managers.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Managed } from '#ui/staff/Managed.tsx';
import { StaffList } from '#ui/staff/table/StaffList.tsx';
import { createFamilyDetail } from './detail.ts';
import { commonViews, familyColumns, familyFile, familyList, familyViews } from './list-rules.tsx';
import { listWords } from './messages.ts';
import { FamilyDetails } from './FamilyDetails.tsx';

const guard = createAccess({ roles: managerRoles, fallback: paths.home });

/** `/management/families`: the list of families, and the page of one. */
const ManagementFamilies = () => (
  <Managed guard={guard} why={listWords.viewOff}>
    {() => <Families />}
  </Managed>
);

function Families() {
  const [list] = useState(familyList);
  const [views] = useState(familyViews);
  const [detail] = useState(() =>
    createFamilyDetail((row) => list.replace((old) => old.family_id === row.family_id, row)),
  );
  const shown = useStore(detail.$view);
  useEffect(() => detail.watch(), [detail]);
  if (shown.state !== 'closed') return <FamilyDetails key={shown.id} detail={detail} view={shown} />;
  return (
    <StaffList
      title={listWords.title}
      empty={listWords.empty}
      what={[listWords.one, listWords.several]}
      list={list}
      views={views}
      ownViews={commonViews}
      columns={familyColumns}
      file={familyFile}
      idOf={({ family_id }) => family_id}
      hrefOf={({ family_id }) => detail.hrefOf(family_id)}
      onOpen={({ family_id }) => detail.open(family_id)}
      openId={null}
    />
  );
}

export default inBoundary(ManagementFamilies);
