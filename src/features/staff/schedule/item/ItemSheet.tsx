import { useMemo, useState } from 'react';
import type { ScheduleItemDetails, ScheduleItem, WeekPlan } from '#contract/management-schedule.ts';
import { paths } from '#config/paths.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { formatDate } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { Notice } from '#ui/Notice.tsx';
import { ratioWarning } from '#ui/staff/coach-ratio.ts';
import { rosterPath } from '#ui/staff/roster-path.ts';
import { taskMessages } from '#ui/staff/task/messages.ts';
import { newTaskPath } from '#ui/staff/task/task-path.ts';
import { CoachLinks } from '#ui/staff/CoachLinks.tsx';
import { SideFrame } from '#ui/staff/SideFrame.tsx';
import { formMessages, itemMessages, weekMessages } from '../messages.ts';
import { aWeekLater, canCancel, fieldsOf, type KindFields, namesOf, rosterDay } from '../model.ts';
import { CampCoaches } from './CampCoaches.tsx';
import { Changes } from './Changes.tsx';
import { CoachExceptions } from './CoachExceptions.tsx';
import type { ItemDetailsStore, ItemView } from './detail.ts';
import { ItemChildren } from './ItemChildren.tsx';
import { ItemForm } from './ItemForm.tsx';
import { ItemNotice } from './ItemNotice.tsx';
import { CancelDays } from '../cancel-days/CancelDays.tsx';
import { CancelledDays } from '../cancel-days/CancelledDays.tsx';
import { cancelDayMessages } from '../cancel-days/messages.ts';
import { openCampDays } from '../cancel-days/model.ts';
import { CorrectCoach } from '../correct-coach/CorrectCoach.tsx';
import { removeMessages } from '../remove-camp/messages.ts';
import { RemoveCamp } from '../remove-camp/RemoveCamp.tsx';
import { CampSale } from '../sale/CampSale.tsx';
import { WriteToFamilies } from '../WriteToFamilies.tsx';

interface Props {
  detail: ItemDetailsStore;
  plan: WeekPlan | null;
  /** Today by the server's clock, or null until it is known. */
  today: string | null;
  view: Exclude<ItemView, { state: 'closed' }>;
  onCancel: (item: ScheduleItem) => void;
}

export function ItemSheet(props: Props) {
  const { detail, plan, view } = props;
  return (
    <SideFrame title={titleOf(view)} closeLabel={itemMessages.close} onClose={detail.close}>
      {view.state === 'loading' && (
        <div className="sheet-waiting stack">
          <span className="skeleton title" />
          <span className="skeleton part" />
        </div>
      )}
      {view.state === 'failed' && view.code !== 'place_not_found' && (
        <Button kind="solid" onClick={() => void detail.retry()}>
          {failedMessages.again}
        </Button>
      )}
      {view.state === 'removed' && (
        <Notice
          actions={
            <Button kind="line" small onClick={detail.close}>
              {itemMessages.close}
            </Button>
          }
        >
          {removeMessages.removed}
        </Notice>
      )}
      {view.state === 'new' && plan && (
        <>
          <ItemNotice detail={detail} plan={plan} kind={view.item.kind} onKeepTheirs={detail.close} />
          <ItemForm detail={detail} plan={plan} item={view.item} isNew fixed={false} onLeave={detail.close} />
        </>
      )}
      {view.state === 'ready' && <ItemDetails {...props} details={view.details} />}
    </SideFrame>
  );
}

function titleOf(view: Props['view']) {
  switch (view.state) {
    case 'loading':
      return itemMessages.loading;
    case 'failed':
      return view.code === 'place_not_found' ? itemMessages.notFound : itemMessages.failed;
    case 'new':
      return view.item.kind === 'session' ? itemMessages.newSession : itemMessages.newCamp;
    case 'ready':
      return view.details.place.title;
    case 'removed':
      return view.title;
  }
}

function ItemDetails({ detail, plan, today, details, onCancel }: Props & { details: ScheduleItemDetails }) {
  const item = details.place;
  /** The fields with which the form is open, or null while it is closed. */
  const [editedFields, setEditedFields] = useState<KindFields | null>(null);
  const names = useMemo(() => namesOf(plan), [plan]);
  const [isCancellingDays, setCancellingDays] = useState(false);
  const canEdit = plan !== null && canCancel(item);
  const ratio = ratioWarning(item);
  return (
    <>
      <p className="item-facts">
        <b>
          {item.kind === 'camp' ? weekMessages.days(item) : formatDate(item.first_day)},{' '}
          {weekMessages.hours(item)}
        </b>
        <span>
          {item.location} · <CoachLinks coaches={item.coaches} none={itemMessages.coaches([])} />
        </span>
        {item.is_cancelled_by_us && <span className="tag bad">{weekMessages.cancelled(item.reason)}</span>}
        {item.has_begun && !item.is_cancelled_by_us && <span className="tag">{weekMessages.started}</span>}
        {!item.is_on_sale && !item.is_cancelled_by_us && (
          <span className="tag">{weekMessages.notOnSale}</span>
        )}
      </p>
      <dl className="side-sums numbers">
        <Sum name={itemMessages.booked} value={`${item.booked} of ${item.capacity}`} />
        <Sum name={itemMessages.held} value={Math.max(0, item.taken - item.booked)} />
        <Sum name={itemMessages.open} value={Math.max(0, item.capacity - item.taken)} />
        <Sum name={itemMessages.waiting} value={item.waiting} />
      </dl>
      {today !== null && <CancelledDays detail={detail} camp={item} today={today} />}
      {ratio && <Notice tone="warn">{ratio.text}</Notice>}
      {details.sold_as && <p className="quiet">{formMessages.price(details.sold_as)}</p>}
      <ItemNotice detail={detail} plan={plan} kind={item.kind} onKeepTheirs={() => setEditedFields(null)} />
      {item.camp?.is_active === true && canCancel(item) && (
        <CampSale key={item.id} detail={detail} camp={item} />
      )}
      {editedFields !== null && plan && canEdit ? (
        <ItemForm
          detail={detail}
          plan={plan}
          item={editedFields}
          isNew={false}
          fixed={item.taken + item.waiting > 0}
          onLeave={() => setEditedFields(null)}
        />
      ) : (
        <div className="row no-print">
          {canEdit && (
            <Button kind="solid" small onClick={() => setEditedFields(fieldsOf(item))}>
              {itemMessages.edit}
            </Button>
          )}
          {plan && (
            <Button kind="line" small onClick={() => detail.openNew(aWeekLater(item))}>
              {itemMessages.another}
            </Button>
          )}
          {(item.booked > 0 || item.is_cancelled_by_us) && <WriteToFamilies items={[item]} kind="line" />}
          {canCancel(item) && (
            <Button kind="line" small onClick={() => onCancel(item)}>
              {itemMessages.cancel[item.kind]}
            </Button>
          )}
          {today !== null && canCancelDays(item, today) && !isCancellingDays && (
            <Button kind="line" small onClick={() => setCancellingDays(true)}>
              {cancelDayMessages.open}
            </Button>
          )}
          {today !== null && (
            <a className="button line small" href={rosterPath(rosterDay(item, today), today)}>
              {itemMessages.roster(rosterDay(item, today), today)}
            </a>
          )}
          {item.kind === 'camp' && item.is_on_sale && canCancel(item) && item.taken < item.capacity && (
            <a className="button line small" href={`${paths.sales}?camp=${item.id}`}>
              {itemMessages.sell}
            </a>
          )}
          <a className="button line small" href={`${staffPaths.managementOrders}?item=${item.id}`}>
            {itemMessages.orders}
          </a>
          {item.kind === 'session' && (
            <a className="button line small" href={`${staffPaths.attendance}?session=${item.id}`}>
              {itemMessages.attendance}
            </a>
          )}
          <a className="button line small" href={newTaskPath(item.kind, item.id)}>
            {taskMessages.newTask}
          </a>
          {item.waiting > 0 && (
            <a className="button line small" href={`${staffPaths.managementWaitlists}?place=${item.id}`}>
              {itemMessages.waitlist}
            </a>
          )}
        </div>
      )}
      {today !== null && isCancellingDays && (
        <CancelDays
          key={item.id}
          detail={detail}
          camp={item}
          today={today}
          onLeave={() => setCancellingDays(false)}
        />
      )}
      {plan && item.kind === 'camp' && canCancel(item) && (
        <CampCoaches detail={detail} plan={plan} camp={item} />
      )}
      {plan && today !== null && item.last_day < today && !item.is_cancelled_by_us && (
        <CorrectCoach key={item.id} detail={detail} plan={plan} details={details} />
      )}
      <CoachExceptions exceptions={details.coach_exceptions} />
      <ItemChildren detail={detail} details={details} />
      <Changes changes={details.changes} names={names} />
      {editedFields === null && <RemoveCamp detail={detail} details={details} />}
    </>
  );
}

/** A camp of one day that has not begun is cancelled as a whole. */
const canCancelDays = (item: ScheduleItem, today: string) =>
  item.kind === 'camp' &&
  !item.is_cancelled_by_us &&
  openCampDays(item, today).length > (item.has_begun ? 0 : 1);

const Sum = ({ name, value }: { name: string; value: string | number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
