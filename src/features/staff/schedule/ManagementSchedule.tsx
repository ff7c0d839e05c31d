import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { ScheduleItem } from '#contract/management-schedule.ts';
import { createManagerAccess } from '#api/manager-access.ts';
import { staffPaths } from '#config/staff-paths.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { managed } from '#ui/staff/Managed.tsx';
import { createList, type List } from '#ui/staff/table/list.ts';
import { StaffList } from '#ui/staff/table/StaffList.tsx';
import { inPage } from '#ui/in-page.ts';
import { CancelSheet } from './cancel-sessions/CancelSheet.tsx';
import { ChangeCoachSheet } from './change-coach/ChangeCoachSheet.tsx';
import { createItemDetailsStore, type ItemDetailsStore } from './item/detail.ts';
import { ItemSheet } from './item/ItemSheet.tsx';
import { Kinds } from './kinds/Kinds.tsx';
import { scheduleListWith } from './list.tsx';
import { messages } from './messages.ts';
import { Pattern } from './pattern/Pattern.tsx';
import { createSeasonsStore } from './seasons/store.ts';
import { Seasons } from './seasons/Seasons.tsx';
import { createSchedule, type ScheduleStore, tabs } from './store.ts';
import { MonthView } from './week/MonthView.tsx';
import { WeekView } from './week/WeekView.tsx';

/** On `/management/schedule`, staff create, change and cancel sessions and camps. */
function Schedule() {
  const [schedule] = useState(createSchedule);
  /** The sessions and camps that the sheet for cancelling shows. */
  const [cancelling, setCancelling] = useState<readonly ScheduleItem[] | null>(null);
  /**
   * The sessions and camps that the sheet for changing coaches shows. `all` means all sessions and camps of one coach.
   */
  const [changingItems, setChangingItems] = useState<readonly ScheduleItem[] | 'all' | null>(null);
  const [seasons] = useState(() => createSeasonsStore(schedule));
  const [spec] = useState(() => scheduleListWith(setCancelling, setChangingItems));
  const [list] = useState(() => createList(spec));
  const [detail] = useState(() =>
    createItemDetailsStore({
      hrefOf: schedule.hrefOf,
      onChanged: (at) => schedule.refreshAfterChange(at),
      onRemoved() {
        void schedule.changedPages();
        if (schedule.$tab.get() === 'list') void list.read();
      },
    }),
  );
  const tab = useStore(schedule.$tab);
  const itemView = useStore(detail.$view);
  const plan = useStore(schedule.$plan);
  const week = useStore(schedule.$view);
  useEffect(() => schedule.open(), [schedule]);
  useEffect(() => detail.watch(), [detail]);
  return (
    <>
      <Tabs schedule={schedule} />
      {tab === 'week' && (
        <WeekView
          schedule={schedule}
          detail={detail}
          onCancel={setCancelling}
          onChangeCoach={(items) => setChangingItems(items ?? 'all')}
        />
      )}
      {tab === 'month' && <MonthView schedule={schedule} detail={detail} />}
      {tab === 'list' && <ItemList detail={detail} spec={spec} list={list} />}
      {tab === 'pattern' && <Pattern schedule={schedule} />}
      {tab === 'kinds' && <Kinds schedule={schedule} />}
      {tab === 'seasons' && (
        <Seasons store={seasons} onCancel={setCancelling} onAddClasses={() => schedule.show('pattern')} />
      )}
      {itemView.state !== 'closed' && cancelling === null && changingItems === null && (
        <ItemSheet
          key={'id' in itemView ? itemView.id : itemView.item.kind}
          detail={detail}
          plan={plan}
          today={week.state === 'ready' ? week.schedule.today : null}
          view={itemView}
          onCancel={(item) => setCancelling([item])}
        />
      )}
      {cancelling !== null && (
        <CancelSheet
          items={cancelling}
          onDone={(hasCamp) => {
            schedule.stopSelecting();
            if (hasCamp) void schedule.changedPages();
            else schedule.refreshAfterChange();
            void detail.refresh();
            if (tab === 'list') void list.read();
            if (tab === 'seasons') void seasons.rereadAfterCancel();
          }}
          onClose={() => setCancelling(null)}
        />
      )}
      {changingItems !== null && plan !== null && (
        <ChangeCoachSheet
          ids={changingItems === 'all' ? null : changingItems.map(({ id }) => id)}
          plan={plan}
          onChanged={() => {
            schedule.stopSelecting();
            schedule.refreshAfterChange();
            void detail.refresh();
            if (tab === 'list') void list.read();
          }}
          onClose={() => setChangingItems(null)}
        />
      )}
    </>
  );
}

function Tabs({ schedule }: { schedule: ScheduleStore }) {
  const currentTab = useStore(schedule.$tab);
  const nav = useRef<HTMLElement>(null);
  // On a phone the tabs scroll sideways, so the chosen one is scrolled into view.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [currentTab]);
  return (
    <nav ref={nav} className="staff-tabs no-print" aria-label={messages.views}>
      {tabs.map((tab) => (
        <a
          key={tab}
          href={
            tab === 'week' ? staffPaths.managementSchedule : `${staffPaths.managementSchedule}?view=${tab}`
          }
          aria-current={tab === currentTab ? 'page' : undefined}
          onClick={inPage(() => schedule.show(tab))}
        >
          {messages.tabs[tab]}
        </a>
      ))}
    </nav>
  );
}

interface ListProps {
  detail: ItemDetailsStore;
  spec: ListSpec<ScheduleItem>;
  list: List<ScheduleItem>;
}

function ItemList({ detail, spec, list }: ListProps) {
  const itemView = useStore(detail.$view);
  const item = itemView.state === 'ready' ? itemView.details.place : null;
  useEffect(() => {
    if (item) list.replace(({ id }) => id === item.id, item);
  }, [list, item]);
  return (
    <StaffList
      spec={spec}
      list={list}
      hrefOf={({ id }) => `${staffPaths.managementSchedule}?view=list&place=${id}`}
      onOpen={({ id }) => detail.open(id)}
      openId={'id' in itemView ? itemView.id : null}
    />
  );
}

export default managed(createManagerAccess(), messages.viewOffText, Schedule);
