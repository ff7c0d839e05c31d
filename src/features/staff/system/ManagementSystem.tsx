import { useEffect, useState } from 'react';
import { createManagerAccess } from '#api/manager-access.ts';
import { staffPaths } from '#config/staff-paths.ts';
import type { Role } from '#domain/role.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Managed } from '#ui/staff/Managed.tsx';
import { inPage } from '#ui/in-page.ts';
import { AccountsSection } from './AccountsSection.tsx';
import { HealthSection } from './HealthSection.tsx';
import { InterfacesSection } from './InterfacesSection.tsx';
import { LogSection } from './LogSection.tsx';
import { systemMessages } from './messages.ts';
import { viewIn, type ViewName, views } from './model.ts';

const guard = createManagerAccess();

/** The screen `/management/system` shows the system's state, staff accounts and the log. */
const ManagementSystem = () => (
  <Managed guard={guard} why={systemMessages.viewOff}>
    {({ roles }) => <System roles={roles} />}
  </Managed>
);

function System({ roles }: { roles: readonly Role[] }) {
  const [view, setView] = useState<ViewName>(() => viewIn(location.search));
  useEffect(() => {
    const followAddress = () => setView(viewIn(location.search));
    addEventListener('popstate', followAddress);
    return () => removeEventListener('popstate', followAddress);
  }, []);
  function show(next: ViewName): void {
    // Each view has its own filters, so they are removed from the address.
    history.pushState(history.state, '', hrefOf(next));
    setView(next);
  }
  const isBusinessAdmin = roles.includes('business_admin');
  const allowedViews = views.filter(
    (name) => isBusinessAdmin || (name !== 'accounts' && name !== 'interfaces'),
  );
  return (
    <>
      <nav className="staff-tabs no-print" aria-label={systemMessages.parts}>
        {allowedViews.map((viewName) => (
          <a
            key={viewName}
            href={hrefOf(viewName)}
            aria-current={viewName === view ? 'page' : undefined}
            onClick={inPage(() => show(viewName))}
          >
            {systemMessages.views[viewName]}
          </a>
        ))}
      </nav>
      {view === 'health' && <HealthSection />}
      {view === 'accounts' && <AccountsSection />}
      {view === 'interfaces' && <InterfacesSection />}
      {view === 'log' && <LogSection />}
    </>
  );
}

const hrefOf = (view: ViewName) =>
  staffPaths.managementSystem + (view === 'health' ? '' : `?${new URLSearchParams({ view }).toString()}`);

export default inBoundary(ManagementSystem);
