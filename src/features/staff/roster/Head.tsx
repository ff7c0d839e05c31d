import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { check, print, refresh, warning } from '#ui/icons.ts';
import { DayLinks } from './another-day/DayLinks.tsx';
import { evacuationMessages } from './evacuation/messages.ts';
import { stateNames } from '#domain/gate-messages.ts';
import { messages } from './messages.ts';
import type { Counts } from './model.ts';
import type { Roster, View } from './store.ts';

interface Props {
  roster: Roster;
  view: Extract<View, { state: 'ready' }>;
  unsentCount: number;
  counts: Counts;
  isManager: boolean;
  onEvacuate: () => void;
}

const order = ['in', 'expected', 'out', 'absent'] as const;

/** Shows how many children are present and whether all marks have been sent. */
export function Head({
  roster,
  view: { offline, refreshError, isSaved },
  unsentCount,
  counts,
  isManager,
  onEvacuate,
}: Props) {
  const busy = useStore(roster.$busy);
  const canSave = useStore(roster.$canSave);
  const isOutdated = refreshError !== null;
  return (
    <header className="roster-head">
      <div className="staff-head">
        <h1>
          {messages.titleStart} <span className="roster-title-rest">{messages.titleRest}</span>
        </h1>
        <div className="row no-print">
          <Button kind="line" small onClick={onEvacuate}>
            <Icon path={warning} />
            <span className="evacuate">{evacuationMessages.open}</span>
          </Button>
          <Button kind="line" small onClick={() => window.print()}>
            <Icon path={print} />
            <span>{messages.print}</span>
          </Button>
          <Button kind="line" small busy={busy} onClick={() => void roster.refresh()}>
            {!busy && <Icon path={refresh} />}
            <span>{messages.refresh}</span>
          </Button>
        </div>
      </div>
      <DayLinks day={offline.state.day} now={offline.state.day} isManager={isManager} />
      <ul className="roster-counts" aria-label={messages.counts}>
        {order.map((state) => (
          <li key={state} className={`count-${state}`}>
            <b className="numbers">{counts[state]}</b> {stateNames[state]}
          </li>
        ))}
      </ul>
      <p className={isOutdated ? 'roster-sync late' : 'roster-sync'} role="status">
        <Icon path={isOutdated ? warning : unsentCount > 0 ? refresh : check} />
        {refreshError === null ? (
          <span>
            {unsentCount > 0
              ? messages.sending(unsentCount)
              : (isSaved ? messages.reading : messages.saved)(offline.at + offline.clockOffset)}
          </span>
        ) : (
          <span>
            {unsentCount > 0 && <b>{messages.waiting(unsentCount)} </b>}
            {messages.asOf(offline.at + offline.clockOffset, refreshError)}{' '}
            {canSave ? messages.erased : messages.cannotSave}
          </span>
        )}
      </p>
    </header>
  );
}
