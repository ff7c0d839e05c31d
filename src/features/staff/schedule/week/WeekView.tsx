import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { ScheduleItem } from '#contract/management-schedule.ts';
import paw from '#assets/mascot/paw.svg?url';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SelectionBar } from '#ui/kit/SelectionBar.tsx';
import { Notice } from '#ui/Notice.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { useEntered } from '#ui/staff/use-entered.ts';
import type { ItemDetailsStore } from '../item/detail.ts';
import { cancelModeMessages, messages, weekMessages } from '../messages.ts';
import { ITEMS_MAX, itemsOf, weekOf } from '../model.ts';
import type { ScheduleStore, View } from '../store.ts';
import { CopyWeek } from './CopyWeek.tsx';
import { WeekGrid } from './WeekGrid.tsx';
import { WeekHead } from './WeekHead.tsx';
import { writeToFamilies } from '../WriteToFamilies.tsx';

interface Props {
  schedule: ScheduleStore;
  detail: ItemDetailsStore;
  onCancel: (items: readonly ScheduleItem[]) => void;
  onChangeCoach: (items: readonly ScheduleItem[] | null) => void;
}

export function WeekView(props: Props) {
  const view = useStore(props.schedule.$view);
  if (view.state === 'ready') return <ReadyWeek {...props} view={view} />;
  if (view.state === 'loading')
    return (
      <ScreenWaiting
        title={messages.title}
        label={messages.loading}
        className="schedule-waiting stack"
        bars={['title', 'bar', 'grid']}
      />
    );
  return <NotLoaded title={messages.failed} code={view.code} onRetry={() => void props.schedule.retry()} />;
}

function ReadyWeek({
  schedule,
  detail,
  onCancel,
  onChangeCoach,
  view,
}: Props & { view: Extract<View, { state: 'ready' }> }) {
  const monday = useStore(schedule.$monday);
  const location = useStore(schedule.$location);
  const [copying, setCopying] = useState(false);
  const copyForm = useEntered<HTMLDivElement>(copying);
  const { places: items, today } = view.schedule;
  const week = weekOf(monday, items, location);
  const isSelecting = useStore(schedule.$isSelecting);
  const shownItems = itemsOf(week);
  return (
    <>
      <WeekHead
        schedule={schedule}
        detail={detail}
        today={today}
        shown={shownItems}
        items={items}
        onCopy={() => setCopying(true)}
        onChangeCoach={() => onChangeCoach(null)}
      />
      {view.isOutdated && <Notice tone="warn">{messages.outdated}</Notice>}
      {copying && (
        <div ref={copyForm} className="week-copy">
          <CopyWeek key={monday} schedule={schedule} monday={monday} onLeave={() => setCopying(false)} />
        </div>
      )}
      <div className={view.isLoading ? 'turning' : undefined} aria-busy={view.isLoading}>
        {shownItems.length === 0 ? (
          <EmptyState
            small
            picture={paw}
            level={2}
            title={location === '' ? weekMessages.empty : weekMessages.emptyAtLocation}
          >
            {location === '' && weekMessages.emptyText}
          </EmptyState>
        ) : (
          <WeekGrid schedule={schedule} detail={detail} week={week} today={today} />
        )}
      </div>
      {isSelecting && (
        <SelectionBar
          selection={schedule.selection}
          rows={shownItems}
          hint={cancelModeMessages.hint}
          clearLabel={cancelModeMessages.stop}
          onClear={schedule.stopSelecting}
          actions={[
            writeToFamilies,
            {
              label: messages.changeCoach,
              most: ITEMS_MAX,
              run(items) {
                onChangeCoach(items);
                return Promise.resolve(null);
              },
            },
            {
              label: cancelModeMessages.next,
              most: ITEMS_MAX,
              run(items) {
                onCancel(items);
                return Promise.resolve(null);
              },
            },
          ]}
        />
      )}
    </>
  );
}
