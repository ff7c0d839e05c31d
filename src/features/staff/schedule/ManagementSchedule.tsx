import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { SchedulePlace } from '#contract/management-schedule.ts';
import { createManagerAccess } from '#api/manager-access.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { managed } from '#ui/staff/Managed.tsx';
import { createList } from '#ui/staff/table/list.ts';
import { StaffList } from '#ui/staff/table/StaffList.tsx';
import { CallOffSheet } from './call-off/CallOffSheet.tsx';
import { placeList } from './list.tsx';
import { messages } from './messages.ts';
import { Pattern } from './pattern/Pattern.tsx';
import { createPlace, type PlaceStore } from './place/detail.ts';
import { PlaceSheet } from './place/PlaceSheet.tsx';
import { createSchedule, type ScheduleStore, tabs } from './store.ts';
import { WeekView } from './week/WeekView.tsx';

/** `/management/schedule`: creates, changes and cancels sessions and camps. */
function Schedule() {
  const [schedule] = useState(createSchedule);
  const [place] = useState(() =>
    createPlace({ hrefOf: schedule.hrefOf, onChanged: (at) => schedule.changed(at) }),
  );
  const [off, setOff] = useState<readonly SchedulePlace[] | null>(null);
  const tab = useStore(schedule.$tab);
  const opened = useStore(place.$view);
  const plan = useStore(schedule.$plan);
  const week = useStore(schedule.$view);
  useEffect(() => schedule.open(), [schedule]);
  useEffect(() => place.watch(), [place]);
  return (
    <>
      <Tabs schedule={schedule} />
      {tab === 'week' && <WeekView schedule={schedule} place={place} onCallOff={setOff} />}
      {tab === 'list' && <Places place={place} />}
      {tab === 'pattern' && <Pattern schedule={schedule} />}
      {opened.state !== 'closed' && off === null && (
        <PlaceSheet
          key={'id' in opened ? opened.id : opened.kind}
          place={place}
          plan={plan}
          today={week.state === 'ready' ? week.schedule.today : null}
          view={opened}
          onCallOff={(one) => setOff([one])}
        />
      )}
      {off !== null && (
        <CallOffSheet
          places={off}
          onDone={(onPages) => {
            schedule.choosing(false);
            if (onPages) void schedule.changedPages();
            else schedule.changed();
            void place.refresh();
          }}
          onClose={() => setOff(null)}
        />
      )}
    </>
  );
}

function Tabs({ schedule }: { schedule: ScheduleStore }) {
  const shown = useStore(schedule.$tab);
  return (
    <nav className="staff-tabs no-print" aria-label={messages.views}>
      {tabs.map((tab) => (
        <a
          key={tab}
          href={
            tab === 'week' ? staffPaths.managementSchedule : `${staffPaths.managementSchedule}?view=${tab}`
          }
          aria-current={tab === shown ? 'page' : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            schedule.show(tab);
          }}
        >
          {messages.tabs[tab]}
        </a>
      ))}
    </nav>
  );
}

function Places({ place }: { place: PlaceStore }) {
  const [list] = useState(() => createList(placeList));
  const opened = useStore(place.$view);
  const details = opened.state === 'ready' ? opened.details.place : null;
  useEffect(() => {
    if (details) list.replace(({ id }) => id === details.id, details);
  }, [list, details]);
  return (
    <StaffList
      spec={placeList}
      list={list}
      hrefOf={({ id }) => `${staffPaths.managementSchedule}?view=list&place=${id}`}
      onOpen={({ id }) => place.open(id)}
      openId={'id' in opened ? opened.id : null}
    />
  );
}

export default managed(createManagerAccess(), messages.viewOffText, Schedule);
