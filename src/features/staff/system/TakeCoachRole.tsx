import { useEffect, useRef, useState } from 'react';
import type { Handover, StaffAccount } from '#contract/management-system.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { Button } from '#ui/Button.tsx';
import { createHandover } from '#ui/staff/handover/handover.ts';
import { HandoverQuestion } from '#ui/staff/handover/HandoverQuestion.tsx';
import { fetchDuties } from './api.ts';
import { accountMessages } from './messages.ts';

interface Props {
  account: StaffAccount;
  role: StaffRole;
  busy: boolean;
  onTake: (handover: Handover | null) => void;
}

/**
 * Takes away the role of a coach. The account may coach sessions and camps, so somebody must first choose a
 * substitute, or nobody.
 */
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
  const [handover] = useState(() => createHandover((to) => fetchDuties(account.user_id, to)));
  return (
    <HandoverQuestion
      id={account.user_id}
      handover={handover}
      title={accountMessages.takeTitle(account, role)}
      means={accountMessages.means(account, role)}
      yes={accountMessages.yes}
      no={accountMessages.no}
      busy={busy}
      onYes={onTake}
      onNo={onNo}
    />
  );
}
