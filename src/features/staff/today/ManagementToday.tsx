import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createManagerAccess } from '#api/manager-access.ts';
import { $adminView, readAdminView } from '#browser/admin-view.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Guarded } from '#ui/Guarded.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { BouncedMails } from './BouncedMails.tsx';
import { GateIssues } from './GateIssues.tsx';
import { Day } from './Day.tsx';
import { Decisions } from './Decisions.tsx';
import { Head } from './Head.tsx';
import { Leads } from './Leads.tsx';
import { messages } from './messages.ts';
import { Offers } from './Offers.tsx';
import { PartiesToday } from './PartiesToday.tsx';
import { createToday, type Today, type View } from './store.ts';
import { System } from './System.tsx';
import { UnreachedFamilies } from './UnreachedFamilies.tsx';
import { Tasks } from './Tasks.tsx';
import { UncoveredPlaces } from './UncoveredPlaces.tsx';
import { GrowthReportsDue } from './GrowthReportsDue.tsx';
import { UnsoldCamps } from './UnsoldCamps.tsx';

const guard = createManagerAccess();

/** On this screen (`/management`), staff see the day first, and then everything that needs attention (spec 1 §2). */
const ManagementToday = () => (
  <Guarded guard={guard} waiting={<Loading />}>
    {() => <Screen />}
  </Guarded>
);

function Screen() {
  const [today] = useState(createToday);
  const view = useStore(today.$view);
  useEffect(() => {
    readAdminView();
    return today.open();
  }, [today]);
  if (view.state === 'loading') return <Loading />;
  if (view.state === 'failed')
    return <NotLoaded title={messages.failed} code={view.code} onRetry={() => void today.retry()} />;
  return <Overview today={today} view={view} />;
}

function Overview({ today, view }: { today: Today; view: Extract<View, { state: 'ready' }> }) {
  const isAdminView = useStore($adminView);
  return (
    <>
      <Head today={today} view={view} isAdminView={isAdminView} />
      <GateIssues today={today} view={view} isAdminView={isAdminView} />
      <Day today={today} view={view} />
      <PartiesToday parties={view.today.parties} />
      <UnsoldCamps not_on_sale={view.today.not_on_sale} />
      <GrowthReportsDue growth_reports={view.today.growth_reports} />
      {isAdminView && (
        <div className="waiting-parts no-print">
          {/* Families on their way to a class that does not take place are the most urgent. */}
          <UnreachedFamilies today={today} unreached={view.today.unreached} />
          <UncoveredPlaces uncovered={view.today.uncovered} />
          <Tasks tasks={view.today.tasks} />
          <Decisions decisions={view.today.decisions} />
          <BouncedMails today={today} bounced_mails={view.today.bounced_mails} />
          <Offers offers={view.today.offers} at={view.today.at} />
          <Leads leads={view.today.leads} />
          <System today={today} health={view.today.health} />
        </div>
      )}
    </>
  );
}

const Loading = () => (
  <ScreenWaiting
    title={messages.title}
    label={messages.loading}
    className="today-waiting stack"
    bars={['title', 'tile', 'list']}
  />
);

export default inBoundary(ManagementToday);
