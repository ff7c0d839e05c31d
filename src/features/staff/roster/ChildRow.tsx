import type { FirstAid, MarkState } from '#contract/roster.ts';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { faceOf } from '#ui/family/faces.ts';
import { Icon } from '#ui/Icon.tsx';
import { undo, user } from '#ui/icons.ts';
import { concernLine, notHandedOverLine, stateLine } from '#domain/gate-messages.ts';
import { ConflictingMarks } from '#ui/staff/gate/ConflictingMarks.tsx';
import { HealthMarks } from '#ui/staff/health/HealthMarks.tsx';
import { HealthPrint } from '#ui/staff/health/HealthPrint.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { HandOverDialog } from './hand-over/HandOverDialog.tsx';
import { collectorFacts, handOverMessages } from './hand-over/messages.ts';
import { HealthSection } from './health/HealthSection.tsx';
import { childMessages, placeOnDay } from './messages.ts';
import type { Child, RosterEntry } from './model.ts';
import { MoreDialog } from './MoreDialog.tsx';
import type { OwnMark } from './store.ts';

interface Props {
  place: RosterEntry;
  child: Child;
  now: MarkState;
  /** Includes records that this device has not sent yet. */
  firstAid: readonly FirstAid[];
  /** Called when somebody opens the child's full health information. */
  onHealthOpened: () => void;
  onMark: (mark: OwnMark) => void;
}

/** One child: essential health facts, the current state, and one large button for the next step. */
export function ChildRow({ place, child, now, firstAid, onHealthOpened, onMark }: Props) {
  const [open, setOpen] = useState<'out' | 'more' | null>(null);
  const { name, health } = child;
  const concern = concernLine(now);
  const close = () => setOpen(null);
  const last = now.last_mark;
  return (
    <li className={`roster-child is-${now.state}`}>
      <img src={faceOf(Number.parseInt(child.child_id.slice(-2), 16) || 0)} width="44" height="44" alt="" />
      <p className="who">
        <b>
          <Verbatim>{name}</Verbatim>
        </b>
        <span>{childMessages.facts(child)}</span>
      </p>
      <p className="tags">
        <HealthMarks health={health} />
        <HealthPrint health={health} />
        {firstAid.length > 0 && <span className="tag warn">{childMessages.aid(firstAid.length)}</span>}
        {firstAid.some(({ parent_informed_at }) => parent_informed_at === null) && (
          <span className="tag bad">{childMessages.parentNotInformed}</span>
        )}
        {now.not_handed_over !== null && (
          <span className="tag bad">{notHandedOverLine(now.not_handed_over)}</span>
        )}
        {concern !== null && <span className="tag warn">{concern}</span>}
        {child.is_new && <span className="tag">{childMessages.isNew}</span>}
        {child.overnight === true && <span className="tag">{childMessages.overnight}</span>}
        {now.note !== null && <span className="tag warn">{now.note}</span>}
      </p>
      <HealthSection place={place} child={child} onOpened={onHealthOpened} />
      <p className="state">
        <b>{stateLine(now)}</b>
        {last !== null && (
          <button
            type="button"
            className="undo no-print"
            aria-label={`${childMessages.undo}: ${name}, ${stateLine(now)}`}
            onClick={() => onMark({ kind: 'undo', undoes: last })}
          >
            <Icon path={undo} />
            {childMessages.undo}
          </button>
        )}
      </p>
      <ConflictingMarks
        name={name}
        place={placeOnDay(place)}
        marks={now.differing}
        onChoose={(chooses) => onMark({ kind: 'decision', chooses })}
      />
      <p className="print-only">
        <Icon path={user} />
        {child.pickup_authorizations.length === 0
          ? handOverMessages.nobody
          : child.pickup_authorizations
              .map((person) => `${person.name}, ${collectorFacts(person)}`)
              .join('; ')}
      </p>
      <div className="acts no-print">
        {now.state === 'in' ? (
          <Button
            kind="line"
            wide
            aria-label={`${childMessages.checkOut} ${name}`}
            onClick={() => setOpen('out')}
          >
            {childMessages.checkOut}
          </Button>
        ) : (
          <Button
            wide
            kind={now.state === 'expected' ? 'solid' : 'line'}
            aria-label={`${childMessages.checkIn} ${name}`}
            onClick={() => onMark({ kind: 'in' })}
          >
            {childMessages.checkIn}
          </Button>
        )}
        <Button kind="line" aria-label={`${childMessages.more}: ${name}`} onClick={() => setOpen('more')}>
          {childMessages.more}
        </Button>
      </div>
      {open === 'out' && <HandOverDialog place={place} child={child} onMark={onMark} onClose={close} />}
      {open === 'more' && (
        <MoreDialog
          place={place}
          child={child}
          now={now}
          firstAid={firstAid}
          onMark={onMark}
          onClose={close}
        />
      )}
    </li>
  );
}
