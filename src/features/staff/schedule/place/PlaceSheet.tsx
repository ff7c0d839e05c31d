import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import type { PlaceDetails, SchedulePlace, WeekPlan } from '#contract/management-schedule.ts';
import { paths } from '#config/paths.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { addDays, formatDate } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { SideFrame } from '#ui/staff/SideFrame.tsx';
import { CampCoaches } from './CampCoaches.tsx';
import { Changes } from '../Changes.tsx';
import { formMessages, placeMessages, weekMessages } from '../messages.ts';
import { canCallOff, type Fields, fieldsOf, namesOf } from '../model.ts';
import { PlaceNotice } from '../PlaceNotice.tsx';
import type { PlaceStore, PlaceView } from './detail.ts';
import { PlaceForm } from './PlaceForm.tsx';

interface Props {
  place: PlaceStore;
  plan: WeekPlan | null;
  /** Today by the server's clock; null until known. */
  today: string | null;
  view: Exclude<PlaceView, { state: 'closed' }>;
  onCallOff: (one: SchedulePlace) => void;
}

/** A session or camp: how full it is, who attends, its changes, and its form. */
export function PlaceSheet(props: Props) {
  const { place, view } = props;
  return (
    <SideFrame title={titleOf(view)} closeLabel={placeMessages.close} onClose={place.close}>
      {view.state === 'loading' && (
        <div className="sheet-waiting stack">
          <span className="skeleton title" />
          <span className="skeleton part" />
        </div>
      )}
      {view.state === 'failed' && view.code !== 'place_not_found' && (
        <Button kind="solid" onClick={() => void place.retry()}>
          {failedMessages.again}
        </Button>
      )}
      {view.state === 'new' && props.plan && (
        <>
          <PlaceNotice {...props} plan={props.plan} seen={view.fields} onTheirs={() => undefined} />
          <PlaceForm
            key={view.kind}
            place={place}
            plan={props.plan}
            kind={view.kind}
            seen={view.fields}
            isNew
            fixed={false}
            details={null}
            onLeave={place.close}
          />
        </>
      )}
      {view.state === 'ready' && <Whole {...props} details={view.details} />}
    </SideFrame>
  );
}

function titleOf(view: Props['view']) {
  switch (view.state) {
    case 'loading':
      return placeMessages.loading;
    case 'failed':
      return view.code === 'place_not_found' ? placeMessages.gone : placeMessages.failed;
    case 'new':
      return view.kind === 'session' ? placeMessages.newSession : placeMessages.newCamp;
    case 'ready':
      return view.details.place.title;
  }
}

function Whole({ place, plan, today, details, onCallOff }: Props & { details: PlaceDetails }) {
  const one = details.place;
  const outcome = useStore(place.$outcome);
  /** The fields when the form was opened; null while it is closed. */
  const [seen, setSeen] = useState<Fields | null>(null);
  const named = useMemo(() => namesOf(plan), [plan]);
  const canEdit = plan !== null && canCallOff(one);
  const another = () => {
    const fields = fieldsOf(one);
    if (one.kind === 'session') place.make('session', { ...fields, session_date: addDays(one.first_day, 7) });
    else
      place.make('camp', {
        ...fields,
        start_date: addDays(one.first_day, 7),
        end_date: addDays(one.last_day, 7),
        is_active: true,
      });
  };
  return (
    <>
      <p className="place-facts">
        <b>
          {one.kind === 'camp' ? weekMessages.days(one) : formatDate(one.first_day)},{' '}
          {weekMessages.hours(one)}
        </b>
        <span>
          {one.location} · {placeMessages.coaches(one.coaches)}
        </span>
        {one.is_cancelled_by_us && <span className="tag bad">{weekMessages.off(one.reason)}</span>}
        {one.has_begun && !one.is_cancelled_by_us && <span className="tag">{weekMessages.begun}</span>}
        {!one.is_on_sale && !one.is_cancelled_by_us && <span className="tag">{weekMessages.notOnSale}</span>}
      </p>
      <dl className="side-sums numbers">
        <Sum name={placeMessages.booked} value={`${one.booked} of ${one.capacity}`} />
        <Sum name={placeMessages.held} value={Math.max(0, one.taken - one.booked)} />
        <Sum name={placeMessages.open} value={Math.max(0, one.capacity - one.taken)} />
        <Sum name={placeMessages.waiting} value={one.waiting} />
      </dl>
      {details.sold_as && <p className="quiet">{formMessages.price(details.sold_as)}</p>}
      <PlaceNotice place={place} plan={plan} seen={fieldsOf(one)} onTheirs={() => setSeen(null)} />
      {seen !== null && plan && canEdit ? (
        <PlaceForm
          place={place}
          plan={plan}
          details={details}
          seen={seen}
          kind={one.kind}
          isNew={false}
          fixed={one.taken + one.waiting > 0}
          // After somebody else's change, saving replaces the current values.
          now={outcome?.state === 'overtaken' ? fieldsOf(one) : seen}
          onLeave={() => setSeen(null)}
        />
      ) : (
        <div className="row no-print">
          {canEdit && (
            <Button kind="solid" small onClick={() => setSeen(fieldsOf(one))}>
              {placeMessages.edit}
            </Button>
          )}
          {plan && (
            <Button kind="line" small onClick={another}>
              {placeMessages.another}
            </Button>
          )}
          {canCallOff(one) && (
            <Button kind="line" small onClick={() => onCallOff(one)}>
              {placeMessages.callOff}
            </Button>
          )}
          {/* The roster exists only for today. */}
          {today !== null && one.first_day <= today && one.last_day >= today && (
            <a className="button line small" href={paths.roster}>
              {placeMessages.roster}
            </a>
          )}
          {one.waiting > 0 && (
            <a className="button line small" href={`${staffPaths.managementWaitlists}?place=${one.id}`}>
              {placeMessages.queue}
            </a>
          )}
        </div>
      )}
      {plan && one.kind === 'camp' && canCallOff(one) && <CampCoaches place={place} plan={plan} camp={one} />}
      <section className="sheet" aria-labelledby="place-children">
        <header>
          <h3 id="place-children">{placeMessages.children}</h3>
          {details.children.length > 0 && <span className="tag numbers">{details.children.length}</span>}
        </header>
        {details.children.length === 0 ? (
          <p className="quiet">{placeMessages.nobody}</p>
        ) : (
          <>
            {details.heads !== null && <p>{placeMessages.today(details.heads)}</p>}
            <p>
              {details.children
                .map(({ name, state }) => (state === null ? name : placeMessages.childToday(name, state)))
                .join(', ')}
            </p>
          </>
        )}
      </section>
      <Changes changes={details.changes} named={named} />
    </>
  );
}

const Sum = ({ name, value }: { name: string; value: string | number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
