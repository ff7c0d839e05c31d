import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { paths } from '#config/paths.ts';
import { managerRoles } from '#domain/managers.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Managed } from '#ui/staff/Managed.tsx';
import { StaffList } from '#ui/staff/table/StaffList.tsx';
import { createFamily } from './family.ts';
import { commonViews, familyColumns, familyFile, familyList, familyViews } from './list-rules.tsx';
import { listWords } from './messages.ts';
import { Page } from './Page.tsx';

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
  const [family] = useState(() =>
    createFamily((row) => list.replace((old) => old.family_id === row.family_id, row)),
  );
  const shown = useStore(family.$view);
  useEffect(() => family.watch(), [family]);
  if (shown.state !== 'closed') return <Page key={shown.id} family={family} view={shown} />;
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
      hrefOf={({ family_id }) => family.hrefOf(family_id)}
      onOpen={({ family_id }) => family.open(family_id)}
      openId={null}
    />
  );
}

export default inBoundary(ManagementFamilies);
