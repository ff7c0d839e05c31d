import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Handover, StaffAccount } from '#contract/management-system.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { Button } from '#ui/Button.tsx';
import { Confirm } from '#ui/Confirm.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { Notice } from '#ui/Notice.tsx';
import { createHandover, hasDuties } from './handover.ts';
import { handoverMessages } from './handover-messages.ts';
import { accountMessages } from './messages.ts';

interface Props {
  account: StaffAccount;
  role: StaffRole;
  busy: boolean;
  onTake: (handover: Handover | null) => void;
}

/** The account may coach sessions and camps, so somebody must choose a substitute or nobody first. */
export function TakeCoachRole({ account, role, busy, onTake }: Props) {
  const [isConfirming, setConfirming] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const wasConfirming = useRef(false);
  useEffect(() => {
    // The focus returns to the button when the question closes.
    if (!isConfirming && wasConfirming.current) place.current?.querySelector('button')?.focus();
    wasConfirming.current = isConfirming;
  }, [isConfirming]);
  return (
    <div ref={place}>
      {isConfirming ? (
        <Question
          account={account}
          role={role}
          busy={busy}
          onTake={onTake}
          onNo={() => setConfirming(false)}
        />
      ) : (
        <Button kind="line" small onClick={() => setConfirming(true)}>
          {accountMessages.take(role)}
        </Button>
      )}
    </div>
  );
}

function Question({ account, role, busy, onTake, onNo }: Props & { onNo: () => void }) {
  const [handover] = useState(() => createHandover(account));
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
  const id = `takes-over-${account.user_id}`;
  return (
    <Confirm
      title={handoverMessages.title(account, role)}
      yes={accountMessages.yes}
      no={accountMessages.no}
      busy={busy}
      harm
      mayYes={!mustHandOver || to !== undefined}
      onYes={() => onTake(to === undefined ? null : { coach_id: to })}
      onNo={onNo}
    >
      <p>{accountMessages.means(account, role)}</p>
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
          <label htmlFor={id}>{handoverMessages.who}</label>
          <select
            id={id}
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
