import type { FirstAid, MarkState } from '#contract/roster.ts';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { undo } from '#ui/icons.ts';
import { concernLine, notHandedOverLine, stateLine } from '#domain/gate-messages.ts';
import { ConflictingMarks } from '#ui/staff/gate/ConflictingMarks.tsx';
import { dots, phone } from '#ui/staff/icons.ts';
import { marksOf } from '#ui/staff/health/marks.ts';
import { HealthMarks } from '#ui/staff/health/HealthMarks.tsx';
import { HealthPrint } from '#ui/staff/health/HealthPrint.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { HandOverDialog } from './hand-over/HandOverDialog.tsx';
import { collectionLine, handOverMessages } from './hand-over/messages.ts';
import { HealthSection } from './health/HealthSection.tsx';
import { callMessages, detailMessages } from './health/messages.ts';
import { childMessages, placeOnDay } from './messages.ts';
import type { Child, RosterEntry } from './model.ts';
import { MoreDialog } from './MoreDialog.tsx';
import type { OwnMark } from './store.ts';

interface Props {
  place: RosterEntry;
  child: Child;
  now: MarkState;
  firstAid: readonly FirstAid[];
  /** Called when somebody opens the child's full health information. */
  onHealthOpened: () => void;
  /** Records a mark. Null on another day, on which nothing can be marked. */
  onMark: ((mark: OwnMark) => void) | null;
  /** Reads the roster again after a level was set. Null if no level can be set. */
  onLevelSet: (() => void) | null;
}

/**
 * Shows a child. Pressing the name opens health and contacts. A child with a health warning also has a phone number in
 * the row.
 */
export function ChildRow({ place, child, now, firstAid, onHealthOpened, onMark, onLevelSet }: Props) {
  const [open, setOpen] = useState<'out' | 'more' | null>(null);
  const [isHealthOpen, setHealthOpen] = useState(false);
  const { name, health } = child;
  const concern = concernLine(now);
  const close = () => setOpen(null);
  const needsCare = marksOf(health).length > 0;
  function toggleHealth(): void {
    if (!isHealthOpen) onHealthOpened();
    setHealthOpen(!isHealthOpen);
  }
  const last = now.last_mark;
  const firstCall = child.parents[0] ?? child.emergency_contacts[0];
  return (
    <li className={`roster-child is-${now.state}`}>
      <button type="button" className="who" aria-expanded={isHealthOpen} onClick={toggleHealth}>
        <span className="sr-only">{isHealthOpen ? detailMessages.close : detailMessages.open}: </span>
        <b>
          <Verbatim>{name}</Verbatim>
        </b>{' '}
        <span className="facts">{childMessages.facts(child)}</span>
      </button>
      <p className="tags">
        <HealthMarks health={health} />
        <HealthPrint health={health} />
        {needsCare && firstCall === undefined && <span className="tag warn">{callMessages.noNumber}</span>}
        {now.told_absent_at !== null && now.state === 'expected' && (
          <span className="tag warn">{childMessages.toldAbsent}</span>
        )}
        {firstAid.length > 0 && <span className="tag warn">{childMessages.aid(firstAid.length)}</span>}
        {firstAid.some(({ parent_informed_at }) => parent_informed_at === null) && (
          <span className="tag bad">{childMessages.parentNotInformed}</span>
        )}
        {now.not_handed_over !== null && (
          <span className="tag bad">{notHandedOverLine(now.not_handed_over)}</span>
        )}
        {child.blocked_collectors.length > 0 && (
          <span className="tag bad no-print">
            {handOverMessages.hasBlocked(child.blocked_collectors.length)}
          </span>
        )}
        {concern !== null && <span className="tag warn">{concern}</span>}
        {child.overnight === true && <span className="tag">{childMessages.overnight}</span>}
        {now.note !== null && <span className="tag warn">{now.note}</span>}
      </p>
      <p className="state">
        <b>{stateLine(now)}</b>
      </p>
      <div className="acts no-print">
        {needsCare && firstCall !== undefined && (
          <a className="square call" href={`tel:${firstCall.phone}`}>
            <Icon path={phone} />
            <span className="sr-only">{callMessages.callAbout(firstCall.name, name)}</span>
          </a>
        )}
        {onMark !== null && last !== null && (
          <button
            type="button"
            className="square undo"
            aria-label={`${childMessages.undo}: ${name}, ${stateLine(now)}`}
            title={childMessages.undo}
            onClick={() => onMark({ kind: 'undo', undoes: last })}
          >
            <Icon path={undo} />
          </button>
        )}
        {onMark !== null && <NextStep name={name} state={now.state} onMark={onMark} onOpen={setOpen} />}
      </div>
      <HealthSection place={place} child={child} isOpen={isHealthOpen} />
      {onMark !== null && (
        <ConflictingMarks
          name={name}
          place={placeOnDay(place)}
          marks={now.differing}
          onChoose={(chooses) => onMark({ kind: 'decision', chooses })}
        />
      )}
      <p className="print-only collectors">{collectionLine(child)}</p>
      {onMark !== null && open === 'out' && (
        <HandOverDialog place={place} child={child} onMark={onMark} onClose={close} />
      )}
      {onMark !== null && onLevelSet !== null && open === 'more' && (
        <MoreDialog
          place={place}
          child={child}
          now={now}
          firstAid={firstAid}
          onMark={onMark}
          onLevelSet={onLevelSet}
          onClose={close}
        />
      )}
    </li>
  );
}

interface NextStepProps {
  name: string;
  state: MarkState['state'];
  onMark: (mark: OwnMark) => void;
  onOpen: (dialog: 'out' | 'more') => void;
}

const NextStep = ({ name, state, onMark, onOpen }: NextStepProps) => (
  <>
    {state === 'in' ? (
      <Button
        kind="line"
        small
        aria-label={`${childMessages.checkOut} ${name}`}
        onClick={() => onOpen('out')}
      >
        {childMessages.checkOut}
      </Button>
    ) : (
      <Button
        small
        kind={state === 'expected' ? 'solid' : 'line'}
        aria-label={`${childMessages.checkIn} ${name}`}
        onClick={() => onMark({ kind: 'in' })}
      >
        {childMessages.checkIn}
      </Button>
    )}
    <button
      type="button"
      className="square"
      aria-label={`${childMessages.more}: ${name}`}
      title={childMessages.more}
      onClick={() => onOpen('more')}
    >
      <Icon path={dots} />
    </button>
  </>
);
