import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { KitchenChild, KitchenList as List, KitchenPlace } from '#contract/kitchen.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { createAccess } from '#api/access.ts';
import paw from '#assets/mascot/paw.svg?url';
import { paths } from '#config/paths.ts';
import { formatClock, formatDate } from '#domain/dates.ts';
import { managerRoles } from '#domain/managers.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { managed } from '#ui/staff/Managed.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { csvOf, saveStream } from '#ui/staff/table/csv.ts';
import { Choice } from './Choice.tsx';
import { answerText, kitchenMessages as words, placeTitle } from './messages.ts';
import { countAnswers, hasWarning, kitchenCsv, kitchenRows, listToAsk, mustAsk } from './model.ts';
import { PrintHead } from './PrintHead.tsx';
import { createKitchen } from './store.ts';

/**
 * The screen `/management/kitchen` lists who eats on a day at a base, and which allergies parents
 * named.
 */
function Screen() {
  const [kitchen] = useState(createKitchen);
  const view = useStore(kitchen.$view);
  const query = useStore(kitchen.$query);
  useEffect(() => kitchen.open(), [kitchen]);
  const list = view.state === 'ready' ? view.list : null;
  const location = list?.locations.find(({ id }) => id === list.location_id);
  const save = () =>
    list && void saveStream(`kitchen-${list.day}.csv`, () => csvOf(kitchenRows(list), kitchenCsv));
  return (
    <div className="kitchen stack gap-3.5">
      <PrintHead
        title={words.title}
        about={[location?.name, query.day && formatDate(query.day)].filter(Boolean).join(', ')}
        onSave={save}
      />
      <Choice kitchen={kitchen} query={query} locations={list?.locations ?? null} />
      {view.state === 'loading' && (
        <p className="quiet" role="status">
          {words.loading}
        </p>
      )}
      {view.state === 'failed' &&
        (view.code === 'not_allowed' ? (
          <NotLoaded level={2} title={words.notAllowed}>
            {null}
          </NotLoaded>
        ) : (
          <NotLoaded level={2} title={words.failed} code={view.code} onRetry={() => void kitchen.load()} />
        ))}
      {list && <LoadedList list={list} />}
    </div>
  );
}

function LoadedList({ list }: { list: List }) {
  const [madeAt] = useState(() => new Date());
  if (list.locations.length === 0)
    return (
      <EmptyState small picture={paw} level={2} title={words.nothing}>
        {words.nothingText}
      </EmptyState>
    );
  if (list.location_id === null)
    return (
      <EmptyState small picture={paw} level={2} title={words.choose}>
        {words.chooseText}
      </EmptyState>
    );
  if (list.places.length === 0) return <p className="quiet">{words.noCamps}</p>;
  const { children, reported, other, none, unknown } = countAnswers(list);
  return (
    <>
      <ul className="kitchen-counts numbers">
        <li>
          <b>{words.children(children)}</b>
        </li>
        <li className="tag bad">{words.reported(reported)}</li>
        <li className="tag warn">{words.unknown(unknown)}</li>
        {other > 0 && <li className="tag warn">{words.other(other)}</li>}
        <li className="tag">{words.none(none)}</li>
      </ul>
      {unknown + other > 0 && <ChildrenToAsk list={list} />}
      {list.places.map((place) => (
        <Place key={place.place_id} place={place} />
      ))}
      <p className="quiet">
        {words.foot} {words.madeAt(madeAt)}
      </p>
    </>
  );
}

/**
 * Lists the children about whom the kitchen must ask. The kitchen may not read a parent's notes and asks a coach, so
 * no parent's number is printed.
 */
function ChildrenToAsk({ list }: { list: List }) {
  const childrenToAsk = listToAsk(list);
  return (
    <section className="sheet kitchen-ask" aria-labelledby="kitchen-ask">
      <h2 id="kitchen-ask">{words.askTitle(childrenToAsk.length)}</h2>
      <p>{words.askText}</p>
      <ul className="no-print">
        {childrenToAsk.map(({ place, child }) => (
          <li key={child.child_id}>
            <b>{child.name}</b> · {placeTitle(place)}:{' '}
            {child.state === 'other' ? coachesToAsk(place) : <Parents child={child} />}
          </li>
        ))}
      </ul>
      {list.places.map((place) => (
        <OnPaper
          key={place.place_id}
          place={place}
          names={childrenToAsk.filter((row) => row.place === place).map(({ child }) => child.name)}
        />
      ))}
    </section>
  );
}
const OnPaper = ({ place, names }: { place: KitchenPlace; names: string[] }) =>
  names.length > 0 && (
    <p className="print-only">
      <b>{names.join(', ')}</b> · {placeTitle(place)}: {coachesToAsk(place)}
    </p>
  );
const Parents = ({ child: { parents } }: { child: KitchenChild }) =>
  parents.length === 0
    ? words.noPhone
    : parents.map(({ name, phone }, index) => (
        <span key={index}>
          {index > 0 && ', '}
          {name} {phone !== null && <a href={`tel:${phone}`}>{formatPhone(phone)}</a>}
        </span>
      ));
const coachesToAsk = ({ coaches }: KitchenPlace): string =>
  coaches.length === 0 ? words.noCoach : words.askCoach(coaches.map(({ name }) => name).join(', '));

const toneOf = (child: KitchenChild) =>
  hasWarning(child) ? 'has-allergy' : mustAsk(child) ? 'is-unknown' : '';

const Place = ({ place }: { place: KitchenPlace }) => (
  <section className="sheet kitchen-place" aria-labelledby={`place-${place.place_id}`}>
    <header>
      <h2 id={`place-${place.place_id}`}>{placeTitle(place)}</h2>
      <span className="quiet numbers">
        {formatClock(place.starts_at)} – {formatClock(place.ends_at)} ·{' '}
        {words.children(place.children.length)}
      </span>
    </header>
    {place.children.length === 0 && <p className="quiet">{words.noChildren}</p>}
    <ul>
      {place.children.map((child) => (
        <li key={child.child_id} className={toneOf(child)}>
          <b>{child.name}</b>
          <span>
            {answerText(child)}
            {child.unconfirmed.length > 0 && <small>{words.unconfirmed(child.unconfirmed.join('; '))}</small>}
          </span>
        </li>
      ))}
    </ul>
  </section>
);

const guard = createAccess({ roles: ['coach', ...managerRoles], fallback: paths.home });

export default managed(guard, words.viewOff, Screen);
