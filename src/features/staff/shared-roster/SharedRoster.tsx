import type { SharedRoster as SharedRosterData } from '#contract/roster.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import navigate from '#assets/mascot/navigate.svg?url';
import { formatDate, formatHours, today } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { ColumnSkeleton } from '#ui/ColumnSkeleton.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { asOf, messages, stateNames, until } from './messages.ts';
import { createSharedRoster } from './store.ts';

/**
 * Shows a shared roster. Anyone with the link sees this page, so it contains only initials and attendance (decisions
 * "The roster").
 */
function SharedRoster() {
  const [sharedRoster] = useState(createSharedRoster);
  const view = useStore(sharedRoster.$view);
  useEffect(() => sharedRoster.open(), [sharedRoster]);
  if (view.state === 'loading') return <ColumnSkeleton title={messages.title} loading={messages.loading} />;
  if (view.state === 'ready') return <Sheet {...view.roster} isOutdated={view.isOutdated} />;
  return (
    <div className="wrap column">
      <EmptyState
        level={1}
        bad={view.state === 'failed'}
        picture={navigate}
        title={messages[view.state]}
        actions={
          view.state === 'failed' && (
            <Button onClick={() => void sharedRoster.read()}>{failedMessages.again}</Button>
          )
        }
      >
        {view.state === 'expired' ? messages.expiredText : messages.failedText}
      </EmptyState>
    </div>
  );
}

const Sheet = ({
  title,
  location: place,
  starts_at,
  ends_at,
  expires_at,
  is_cancelled_by_us,
  now,
  isOutdated,
  children,
}: SharedRosterData & { isOutdated: boolean }) => (
  <div className="wrap column shared-roster">
    <h1>{title}</h1>
    <p>
      {formatDate(today(new Date(now)))}, {formatHours(starts_at, ends_at)} · {place}
      {is_cancelled_by_us && ` · ${messages.cancelledByUs}`}
    </p>
    <p role="status">{isOutdated && asOf(now)}</p>
    {children.length === 0 && <p>{messages.nobody}</p>}
    <ul>
      {children.map(({ initials, state }, index) => (
        <li key={index} className={`is-${state}`}>
          <b>{initials}</b> {stateNames[state]}
        </li>
      ))}
    </ul>
    <p className="foot">{until(expires_at)}</p>
  </div>
);

export default inBoundary(SharedRoster);
