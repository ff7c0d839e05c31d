import type { MarkState } from '#contract/roster.ts';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { faceOf } from '../../../ui/family/faces.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { undo, user } from '../../../ui/icons.ts';
import { HealthMarks } from '../../../ui/staff/health/HealthMarks.tsx';
import { childWords, fetcherFacts, outWords, stateLine } from './messages.ts';
import { HealthPart } from './health/HealthPart.tsx';
import type { Child } from './model.ts';
import { MoreDialog } from './MoreDialog.tsx';
import { OutDialog } from './OutDialog.tsx';
import type { OwnMark } from './store.ts';

interface Props {
  child: Child;
  now: MarkState;
  /** Somebody looks at all that is known of the child's health. */
  onHealthOpened: () => void;
  onMark: (mark: OwnMark) => void;
}

/** One child: what must be known, what is so, and one large button for what comes next. */
export function ChildRow({ child, now, onHealthOpened, onMark }: Props) {
  const [open, setOpen] = useState<'out' | 'more' | null>(null);
  const { name, health, first_aid } = child;
  const close = () => setOpen(null);
  const last = now.last_mark;
  return (
    <li className={`roster-child is-${now.state}`}>
      <img src={faceOf(Number.parseInt(child.child_id.slice(-2), 16) || 0)} width="44" height="44" alt="" />
      <p className="who">
        <b>{name}</b>
        <span>{childWords.facts(child)}</span>
      </p>
      <p className="tags">
        <HealthMarks health={health} />
        {first_aid.length > 0 && <span className="tag warn">{childWords.aid(first_aid.length)}</span>}
        {child.is_new && <span className="tag">{childWords.isNew}</span>}
        {child.overnight === true && <span className="tag">{childWords.overnight}</span>}
        {now.note !== null && <span className="tag warn">{now.note}</span>}
      </p>
      <HealthPart child={child} onOpened={onHealthOpened} />
      <p className="state">
        <b>{stateLine(now)}</b>
        {last !== null && (
          <button
            type="button"
            className="undo no-print"
            aria-label={`${childWords.undo}: ${name}, ${stateLine(now)}`}
            onClick={() => onMark({ kind: 'undo', undoes: last })}
          >
            <Icon path={undo} />
            {childWords.undo}
          </button>
        )}
      </p>
      <p className="print-only">
        <Icon path={user} />
        {child.pickup_authorizations.length === 0
          ? outWords.nobody
          : child.pickup_authorizations.map((one) => `${one.name}, ${fetcherFacts(one)}`).join('; ')}
      </p>
      <div className="acts no-print">
        {now.state === 'in' ? (
          <Button
            kind="line"
            wide
            aria-label={`${childWords.checkOut} ${name}`}
            onClick={() => setOpen('out')}
          >
            {childWords.checkOut}
          </Button>
        ) : (
          <Button
            wide
            kind={now.state === 'expected' ? 'solid' : 'line'}
            aria-label={`${childWords.checkIn} ${name}`}
            onClick={() => onMark({ kind: 'in' })}
          >
            {childWords.checkIn}
          </Button>
        )}
        <Button kind="line" aria-label={`${childWords.more}: ${name}`} onClick={() => setOpen('more')}>
          {childWords.more}
        </Button>
      </div>
      {open === 'out' && <OutDialog child={child} onMark={onMark} onClose={close} />}
      {open === 'more' && <MoreDialog child={child} now={now} onMark={onMark} onClose={close} />}
    </li>
  );
}
