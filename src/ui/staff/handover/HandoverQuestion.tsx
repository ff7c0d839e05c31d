import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '../../Button.tsx';
import { Confirm } from '../../Confirm.tsx';
import { failedMessages } from '../../failed/messages.ts';
import { Notice } from '../../Notice.tsx';
import { type Handover, hasDuties } from './handover.ts';
import { handoverMessages } from './messages.ts';
import './handover.css';

interface Props {
  /** A text that makes the ids of this question differ from those of another one. */
  id: string;
  handover: Handover;
  title: string;
  means: string;
  yes: string;
  no: string;
  busy: boolean;
  onYes: (handover: { coach_id: string | null } | null) => void;
  onNo: () => void;
}

/**
 * Asks who takes over. A coach who still has sessions or camps stops only once somebody has chosen a substitute, or
 * nobody.
 */
export function HandoverQuestion({ id, handover, title, means, yes, no, busy, onYes, onNo }: Props) {
  const view = useStore(handover.$view);
  useEffect(() => void handover.read(), [handover]);
  if (view.state === 'loading')
    return (
      <p role="status" className="quiet">
        {handoverMessages.loading}
      </p>
    );
  if (view.state === 'failed')
    return (
      <Notice
        tone="bad"
        actions={
          <Button kind="line" small onClick={() => void handover.read()}>
            {failedMessages.again}
          </Button>
        }
      >
        {handoverMessages.failed}
      </Notice>
    );
  const { duties, to } = view;
  const mustHandOver = hasDuties(duties);
  return (
    <Confirm
      title={title}
      yes={yes}
      no={no}
      busy={busy}
      harm
      mayYes={!mustHandOver || to !== undefined}
      onYes={() => onYes(to === undefined ? null : { coach_id: to })}
      onNo={onNo}
    >
      <p>{means}</p>
      {mustHandOver && (
        <>
          <p>
            <b>{handoverMessages.duties(duties)}</b>
          </p>
          <ul className="handover-duties">
            {duties.next.map((duty) => (
              <li key={`${duty.title} ${duty.location} ${duty.starts_at}`}>
                {handoverMessages.duty(duty)}{' '}
                {duty.is_on && <span className="tag warn">{handoverMessages.isOn}</span>}
              </li>
            ))}
          </ul>
          <label htmlFor={`takes-over-${id}`}>{handoverMessages.who}</label>
          <select
            id={`takes-over-${id}`}
            className="input"
            value={to === undefined ? '' : (to ?? 'nobody')}
            onChange={({ target: { value } }) =>
              void handover.choose(value === '' ? undefined : value === 'nobody' ? null : value)
            }
          >
            <option value="">{handoverMessages.choose}</option>
            {duties.others.map((other) => (
              <option key={other.id} value={other.id}>
                {other.name}
              </option>
            ))}
            <option value="nobody">{handoverMessages.nobody}</option>
          </select>
          {duties.clashes.length > 0 && (
            <Notice
              tone="warn"
              title={handoverMessages.clashes}
              list={duties.clashes.map(handoverMessages.clash)}
            />
          )}
        </>
      )}
    </Confirm>
  );
}
