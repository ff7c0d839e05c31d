import { useEffect, useState } from 'react';
import type { StaffFirstAidRow } from '#contract/first-aid.ts';
import { createManagerAccess } from '#api/manager-access.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { managed } from '#ui/staff/Managed.tsx';
import { createList } from '#ui/staff/table/list.ts';
import { StaffList } from '#ui/staff/table/StaffList.tsx';
import { fetchLocations } from './api.ts';
import { firstAidList, type BaseOption } from './list.tsx';
import { listMessages } from './messages.ts';

/** The bases are only a filter, so the list works even if they cannot be read. */
function FirstAid() {
  const [places, setPlaces] = useState<readonly BaseOption[] | null>(null);
  useEffect(() => {
    void fetchLocations().then((answer) =>
      setPlaces(answer.ok ? answer.value.map(({ id, name }) => [id, name]) : []),
    );
  }, []);
  return places === null ? <span className="skeleton title" /> : <List places={places} />;
}

const familyOf = ({ family_id }: StaffFirstAidRow) => `${staffPaths.managementFamilies}?family=${family_id}`;

function List({ places }: { places: readonly BaseOption[] }) {
  const [spec] = useState(() => firstAidList(places));
  const [list] = useState(() => createList(spec));
  return (
    <StaffList
      spec={spec}
      list={list}
      hrefOf={familyOf}
      onOpen={(row) => location.assign(familyOf(row))}
      openId={null}
    />
  );
}

export default managed(createManagerAccess(), listMessages.viewOff, FirstAid);
