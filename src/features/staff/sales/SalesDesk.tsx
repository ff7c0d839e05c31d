import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createManagerAccess } from '#api/manager-access.ts';
import { Form, Summary } from '#ui/kit/form/Form.tsx';
import { managed } from '#ui/staff/Managed.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { Agreed } from './Agreed.tsx';
import { Children } from './Children.tsx';
import { deskMessages, summaryMessage } from './messages.ts';
import { Payment } from './Payment.tsx';
import { Sold } from './Sold.tsx';
import { createDesk, type Desk } from './store.ts';
import { Who } from './Who.tsx';

/** `/sales`: sells to a family at the desk (spec 1 §2; decisions "/sales"). */
function Counter() {
  const [desk] = useState(createDesk);
  const stock = useStore(desk.$stock);
  const sale = useStore(desk.$sale);
  useEffect(() => desk.open(), [desk]);
  if (sale.state === 'sold') return <Sold desk={desk} order={sale.order} />;
  return (
    <>
      <header className="staff-head">
        <div>
          <h1>{deskMessages.title}</h1>
          <p className="quiet">{deskMessages.lead}</p>
        </div>
      </header>
      {stock.state === 'failed' && (
        <NotLoaded level={2} title={deskMessages.failed} onRetry={() => void desk.load()}>
          {null}
        </NotLoaded>
      )}
      {stock.state === 'loading' && (
        <div className="sales-desk stack" aria-busy="true">
          <p className="sr-only" role="status">
            {deskMessages.loading}
          </p>
          <span className="skeleton desk-coming" aria-hidden="true" />
        </div>
      )}
      {stock.state === 'ready' && <Sale desk={desk} stock={stock} />}
    </>
  );
}

function Sale({
  desk,
  stock,
}: {
  desk: Desk;
  stock: Extract<ReturnType<Desk['$stock']['get']>, { state: 'ready' }>;
}) {
  const { family, isNew } = useStore(desk.$draft);
  // The family comes first, because everything else depends on it.
  const isBegun = family !== null || isNew;
  return (
    <Form form={desk.form} className="sales-desk stack" hasSummary>
      <div className="stack content-start">
        <Summary form={desk.form} lineOf={summaryMessage} />
        <Who desk={desk} />
        <Children desk={desk} shelf={stock} />
        {isBegun && <Agreed desk={desk} texts={stock.texts} />}
      </div>
      {isBegun && <Payment desk={desk} />}
    </Form>
  );
}

export default managed(createManagerAccess(), deskMessages.viewOffText, Counter);
