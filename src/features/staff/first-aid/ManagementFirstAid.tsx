import { useEffect, useState } from 'react';
import type { StaffFirstAidRow } from '#contract/first-aid.ts';
import { createAccess } from '#api/access.ts';
import { paths } from '#config/paths.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { managerRoles } from '#domain/managers.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Managed } from '#ui/staff/Managed.tsx';
import { StaffList } from '#ui/staff/table/StaffList.tsx';
import { fetchLocations } from './api.ts';
import { columnsOf, firstAidFile, firstAidList, firstAidViews, type Place } from './list-rules.tsx';
import { listWords } from './messages.ts';

const guard = createAccess({ roles: managerRoles, fallback: paths.home });

/** `/management/first-aid`: all first aid records, with those whose parents were not told. */
const ManagementFirstAid = () => (
  <Managed guard={guard} why={listWords.viewOff}>
    {() => <Screen />}
  </Managed>
);

/** The bases are one of the list's filters; if they cannot be read, the list works without it. */
function Screen() {
  const [places, setPlaces] = useState<readonly Place[] | null>(null);
  useEffect(() => {
    void fetchLocations().then((answer) =>
      setPlaces(answer.ok ? answer.value.map(({ id, name }) => [id, name]) : []),
    );
  }, []);
  return places === null ? <span className="skeleton title" /> : <List places={places} />;
}

const familyOf = ({ family_id }: StaffFirstAidRow) => `${staffPaths.managementFamilies}?family=${family_id}`;

function List({ places }: { places: readonly Place[] }) {
  const [list] = useState(() => firstAidList(places));
  const [views] = useState(firstAidViews);
  const [columns] = useState(() => columnsOf(list));
  return (
    <StaffList
      title={listWords.title}
      empty={listWords.empty}
      what={[listWords.one, listWords.several]}
      list={list}
      views={views}
      ownViews={[
        { name: listWords.all, search: '' },
        { name: listWords.open, search: '?told=open' },
      ]}
      columns={columns}
      file={firstAidFile}
      idOf={({ id }) => id}
      hrefOf={familyOf}
      onOpen={(row) => location.assign(familyOf(row))}
      openId={null}
    />
  );
}

export default inBoundary(ManagementFirstAid);
