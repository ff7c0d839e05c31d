import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { DeskClose, DeskDay as Day, DeskItem } from '#contract/desk-closes.ts';
import { deskMethods } from '#contract/desk-closes.ts';
import { createAccess } from '#api/access.ts';
import { paths } from '#config/paths.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { formatMoment } from '#domain/dates.ts';
import { managerRoles, hasManagerRole } from '#domain/managers.ts';
import { formatMoney } from '#domain/money.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Guarded } from '#ui/Guarded.tsx';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { Notice } from '#ui/Notice.tsx';
import { InAdminView } from '#ui/staff/InAdminView.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { orderPath } from '#ui/staff/order-path.ts';
import {
  dayMessages as words,
  differenceMessage,
  fieldFault,
  itemMessage,
  itemTitle,
  methodMessages,
  partMessage,
  signedMoney,
} from './messages.ts';
import { expectedOf, fields, labelOf, readAmount } from './model.ts';
import { createDeskDay, type DeskDayStore } from './store.ts';

/** On `/sales/close`, sellers count their sales of the day and sign the result. */
function DeskDay({ isManager }: { isManager: boolean }) {
  const [store] = useState(createDeskDay);
  const view = useStore(store.$view);
  useEffect(() => store.open(null), [store]);
  return (
    <>
      <header className="staff-head">
        <div>
          <h1>{words.title}</h1>
          <p className="quiet">{words.lead}</p>
        </div>
        <div className="row">
          <ButtonLink kind="line" small href={paths.sales}>
            {words.back}
          </ButtonLink>
          {isManager && (
            <ButtonLink kind="line" small href={staffPaths.managementDeskCloses}>
              {words.list}
            </ButtonLink>
          )}
        </div>
      </header>
      {view.state === 'failed' && (
        <NotLoaded level={2} title={words.failed} onRetry={() => store.open(null)}>
          {null}
        </NotLoaded>
      )}
      {view.state === 'loading' && (
        <p role="status" className="quiet">
          {words.loading}
        </p>
      )}
      {view.state === 'ready' && <LoadedDay store={store} day={view.day} isManager={isManager} />}
    </>
  );
}

function LoadedDay({ store, day, isManager }: { store: DeskDayStore; day: Day; isManager: boolean }) {
  const outcome = useStore(store.form.$outcome);
  return (
    <div className="desk-day stack">
      <OpenDays store={store} day={day} />
      <h2>{words.dayOf(day.day, day.day === day.today)}</h2>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      {day.items.length === 0 ? (
        <p className="quiet">{day.closes.length === 0 ? words.nothing : words.nothingMore}</p>
      ) : (
        <CloseForm store={store} day={day} isManager={isManager} />
      )}
      {day.closes.map((close) => (
        <section key={close.close_id} className="sheet desk-count" aria-label={partMessage(close)}>
          <header>
            <h3>{`${words.closes}: ${partMessage(close)}`}</h3>
          </header>
          <Amounts close={close} />
          <p className="quiet">{words.signedBy(close)}</p>
        </section>
      ))}
    </div>
  );
}

function OpenDays({ store, day }: { store: DeskDayStore; day: Day }) {
  const days = [...day.open_days, ...(day.day === day.today ? [] : [day.today])];
  if (days.length === 0) return null;
  return (
    <Notice
      tone={day.open_days.length > 0 ? 'warn' : 'calm'}
      actions={days.map((other) => (
        <Button key={other} kind="line" small onClick={() => store.open(other)}>
          {other === day.today ? words.today : words.dayOf(other, false)}
        </Button>
      ))}
    >
      {day.open_days.length > 0 ? words.otherDays : words.dayOf(day.day, false)}
    </Notice>
  );
}

function CloseForm({ store, day, isManager }: { store: DeskDayStore; day: Day; isManager: boolean }) {
  const values = useStore(store.form.$values);
  const busy = useStore(store.form.$busy);
  const expectedCents = expectedOf(day);
  return (
    <>
      <section className="sheet desk-count" aria-labelledby="desk-items">
        <header>
          <h3 id="desk-items">{words.items}</h3>
        </header>
        <Items items={day.items} hasLinks={isManager} />
      </section>
      <Form form={store.form} className="sheet desk-count stack" labelOf={labelOf} messageOf={fieldFault}>
        <h3>{words.count}</h3>
        <table className="desk-amounts numbers">
          <thead>
            <tr>
              <th scope="col">{words.method}</th>
              <th scope="col">{words.taken}</th>
              <th scope="col">{words.returned}</th>
              <th scope="col">{words.expected}</th>
              <th scope="col">{words.difference}</th>
            </tr>
          </thead>
          <tbody>
            {deskMethods.map((method) => {
              const countedCents = readAmount(values[`counted.${method}`] ?? '');
              return (
                <tr key={method}>
                  <th scope="row">{methodMessages[method]}</th>
                  <td>{formatMoney(day.open[method].taken_cents)}</td>
                  <td>{formatMoney(day.open[method].returned_cents)}</td>
                  <td>{signedMoney(expectedCents[method])}</td>
                  <td>
                    {countedCents === null ? '–' : differenceMessage(countedCents - expectedCents[method])}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        <Fields fields={fields} form={store.form} messageOf={fieldFault} />
        <p className="quiet">{words.signature(day.seller)}</p>
        <Button type="submit" wide busy={busy}>
          {words.close}
        </Button>
      </Form>
    </>
  );
}

interface ItemsProps {
  items: readonly DeskItem[];
  /** False for a coach who sells, because coaches may not open orders. */
  hasLinks: boolean;
}

export const Items = ({ items, hasLinks }: ItemsProps) => (
  <ol className="desk-items">
    {items.map((item) => (
      <li key={item.id}>
        <span>
          {hasLinks && item.order_id !== null ? (
            <a href={orderPath(item.order_id)}>{itemTitle(item)}</a>
          ) : (
            itemTitle(item)
          )}{' '}
          <small className="quiet">{`${itemMessage(item)} · ${formatMoment(item.at)}`}</small>
        </span>
        <b className="numbers">{signedMoney(item.cents)}</b>
      </li>
    ))}
  </ol>
);

export const Amounts = ({ close }: { close: DeskClose }) => (
  <>
    <table className="desk-amounts numbers">
      <thead>
        <tr>
          <th scope="col">{words.method}</th>
          <th scope="col">{words.expected}</th>
          <th scope="col">{words.counted}</th>
          <th scope="col">{words.difference}</th>
        </tr>
      </thead>
      <tbody>
        {deskMethods.map((method) => {
          const { expected_cents, counted_cents } = close.amounts[method];
          return (
            <tr key={method}>
              <th scope="row">{methodMessages[method]}</th>
              <td>{signedMoney(expected_cents)}</td>
              <td>{signedMoney(counted_cents)}</td>
              <td>{differenceMessage(counted_cents - expected_cents)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
    {close.note !== null && <p>{close.note}</p>}
  </>
);

const guard = createAccess({ roles: ['coach', ...managerRoles] });

/** The admin view does not matter here. Coaches always see their own day, as at the sales desk. */
export default inBoundary(() => (
  <Guarded guard={guard}>
    {({ roles }) =>
      hasManagerRole(roles) ? (
        <InAdminView why={words.viewOff}>
          <DeskDay isManager />
        </InAdminView>
      ) : (
        <DeskDay isManager={false} />
      )
    }
  </Guarded>
));
