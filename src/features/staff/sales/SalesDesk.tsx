import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { DeskAccess } from '#contract/desk.ts';
import { createAccess } from '#api/access.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { managerRoles, hasManagerRole } from '#domain/managers.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Form, Summary } from '#ui/kit/form/Form.tsx';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Guarded } from '#ui/Guarded.tsx';
import { InAdminView } from '#ui/staff/InAdminView.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { fetchDeskAccess } from './api.ts';
import { Consents } from './Consents.tsx';
import { Children } from './Children.tsx';
import { boardMessages, deskMessages } from './messages.ts';
import { summaryMessage } from './summary-messages.ts';
import { Payment } from './Payment.tsx';
import { PaynowPanel, PaynowSales } from './PaynowPanel.tsx';
import { PriceBoard } from './PriceBoard.tsx';
import { Receipt } from './Receipt.tsx';
import { createDesk, type Desk as DeskStore } from './store.ts';
import { FamilyPicker } from './FamilyPicker.tsx';

/**
 * The screen `/sales` sells to a family at the desk, or only shows prices and spots (spec 1 §2;
 * decisions "/sales").
 */
function SalesDesk({ access, isManager }: { access: DeskAccess; isManager: boolean }) {
  const isSelling = access.sells;
  const [desk] = useState(() => {
    const query = new URLSearchParams(location.search);
    return createDesk({
      isManager,
      access,
      campId: query.get('camp'),
      familyId: query.get('family'),
      startsNewFamily: query.has('new'),
      childId: query.get('child'),
    });
  });
  const catalogue = useStore(desk.$catalogue);
  const sale = useStore(desk.$sale);
  useEffect(() => desk.open(), [desk]);
  if (sale.state === 'waiting') return <PaynowPanel desk={desk} sale={sale.sale} />;
  if (sale.state === 'sold') return <Receipt desk={desk} order={sale.order} />;
  return (
    <>
      <header className="staff-head">
        <div>
          <h1>{isSelling ? deskMessages.title : boardMessages.title}</h1>
          <p className="quiet">{isSelling ? deskMessages.lead : boardMessages.lead}</p>
        </div>
        {isSelling && (
          <ButtonLink kind="line" small href={staffPaths.deskClose}>
            {deskMessages.closeDay}
          </ButtonLink>
        )}
      </header>
      {catalogue.state === 'failed' && (
        <NotLoaded level={2} title={deskMessages.failed} onRetry={() => void desk.load()}>
          {null}
        </NotLoaded>
      )}
      {catalogue.state === 'loading' && (
        <div className="sales-desk stack" aria-busy="true">
          <p className="sr-only" role="status">
            {deskMessages.loading}
          </p>
          <span className="skeleton desk-coming" aria-hidden="true" />
        </div>
      )}
      {catalogue.state === 'ready' &&
        (isSelling ? <Sale desk={desk} catalogue={catalogue} /> : <PriceBoard catalogue={catalogue} />)}
    </>
  );
}

function Sale({
  desk,
  catalogue,
}: {
  desk: DeskStore;
  catalogue: Extract<ReturnType<DeskStore['$catalogue']['get']>, { state: 'ready' }>;
}) {
  const { family, isNew } = useStore(desk.$draft);
  // Everything else depends on the family, so it comes first.
  const hasFamily = family !== null || isNew;
  return (
    <Form form={desk.form} className="sales-desk stack" hasSummary>
      <div className="stack content-start">
        <PaynowSales desk={desk} />
        <Summary form={desk.form} lineOf={summaryMessage} />
        <FamilyPicker desk={desk} />
        <Children desk={desk} catalogue={catalogue} />
        {hasFamily && <Consents desk={desk} texts={catalogue.texts} />}
      </div>
      {hasFamily && <Payment desk={desk} />}
    </Form>
  );
}

const guard = createAccess({ roles: ['coach', ...managerRoles] });

/** Opens the desk for a coach whom the settings allow to sell. Other coaches read prices and spots. */
function Desk({ isManager }: { isManager: boolean }) {
  const [access, setAccess] = useState<'loading' | 'failed' | DeskAccess>('loading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    void fetchDeskAccess().then((answer) => setAccess(answer.ok ? answer.value : 'failed'));
  }, [attempt]);
  if (access === 'loading') return <Spinner centered>Loading...</Spinner>;
  if (access === 'failed')
    return (
      <NotLoaded level={1} title={deskMessages.failed} onRetry={() => setAttempt(attempt + 1)}>
        {null}
      </NotLoaded>
    );
  return <SalesDesk access={access} isManager={isManager} />;
}

/** Opens the desk. A coach reads only the family that is buying, so the desk does not need the admin view. */
function Sales({ isManager }: { isManager: boolean }) {
  if (!isManager) return <Desk isManager={false} />;
  return (
    <InAdminView why={deskMessages.viewOffText}>
      <Desk isManager />
    </InAdminView>
  );
}

export default inBoundary(() => (
  <Guarded guard={guard}>{({ roles }) => <Sales isManager={hasManagerRole(roles)} />}</Guarded>
));
