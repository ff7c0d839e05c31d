import { useEffect, useRef, useState } from 'react';
import type { StaffAccount, StaffAccounts } from '#contract/management-system.ts';
import { primaryRole } from '#domain/role.ts';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { AccountOutcome } from './AccountOutcome.tsx';
import { type Accounts, endsCoaching, type Outcome } from './accounts.ts';
import { accountMessages, roleNames } from './messages.ts';
import { TakeCoachRole } from './TakeCoachRole.tsx';

interface Props {
  account: StaffAccount;
  details: StaffAccounts;
  accounts: Accounts;
  busy: boolean;
  /** Null if the last pressed button was not in this row. */
  outcome: Outcome | null;
}

export function AccountRow({ account, details, accounts, busy, outcome }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Counts the finished actions, so that a question closes once its action is done.
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round > 0) heading.current?.focus();
  }, [round]);
  const change = (answer: Promise<boolean>) =>
    void answer.then((isDone) => isDone && setRound((count) => count + 1));
  return (
    <li className="system-account stack gap-x-6 gap-y-2.5">
      <div>
        <h3 ref={heading} tabIndex={-1}>
          {account.name === '' ? account.email : account.name} {account.is_me && <i>{accountMessages.me}</i>}
        </h3>
        <p className="quiet">
          {account.email} · {accountMessages.lastSignIn(account.seen_at)}
        </p>
        <p className="tags">
          <PrimaryRole account={account} />
          <FactorTag details={details} account={account} />
          {account.is_banned && <span className="tag bad">{accountMessages.banned}</span>}
        </p>
        <AccountOutcome outcome={outcome} />
        {!account.is_me && (
          <ConfirmButton
            key={`sign out ${round}`}
            name={accountMessages.signOut}
            label={accountMessages.signOutOf(account)}
            means={accountMessages.signOutMeans}
            yes={accountMessages.signOutYes}
            no={accountMessages.no}
            busy={busy}
            harm
            onYes={() => change(accounts.signOut(account))}
          />
        )}
        {!account.is_me && account.has_second_factor && (
          <ConfirmButton
            name={accountMessages.removeFactor}
            label={accountMessages.removeFactorOf(account)}
            means={accountMessages.removeFactorMeans}
            yes={accountMessages.removeFactorYes}
            no={accountMessages.no}
            busy={busy}
            harm
            onYes={() => change(accounts.removeFactor(account))}
          />
        )}
      </div>
      <ul>
        {account.roles.map(({ role, since }) => (
          <li key={role}>
            <p>
              <b>{roleNames[role]}</b> <span className="quiet">{accountMessages.since(since)}</span>
            </p>
            {role === 'coach' && (
              <CoachPage account={account} details={details} accounts={accounts} busy={busy} />
            )}
            {!account.is_me && endsCoaching(account, role) && (
              <TakeCoachRole
                account={account}
                role={role}
                busy={busy}
                onTake={(handover) => change(accounts.revokeRole(account, role, handover))}
              />
            )}
            {!account.is_me && !endsCoaching(account, role) && (
              <ConfirmButton
                name={accountMessages.take(role)}
                means={accountMessages.means(account, role)}
                yes={accountMessages.yes}
                no={accountMessages.no}
                busy={busy}
                harm
                onYes={() => change(accounts.revokeRole(account, role))}
              />
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** An account can be linked to a coach's page in Studio, which families read. */
function CoachPage({
  account,
  details,
  accounts,
  busy,
}: {
  account: StaffAccount;
  details: StaffAccounts;
  accounts: Accounts;
  busy: boolean;
}) {
  return (
    <label className="coach-page">
      <span>{accountMessages.coachPage}</span>
      <select
        className="input"
        value={account.coach_page ?? ''}
        disabled={busy}
        onChange={({ target }) =>
          void accounts.choosePage(account, details.coach_pages.find(({ id }) => id === target.value) ?? null)
        }
      >
        <option value="">{accountMessages.noCoachPage}</option>
        {details.coach_pages.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A person with several roles is shown with the primary one (spec 1 §6). */
function PrimaryRole({ account }: { account: StaffAccount }) {
  const role = primaryRole(account.roles.map((grant) => grant.role));
  return role !== 'customer' && <span className="tag">{roleNames[role]}</span>;
}

function FactorTag({ details, account }: { details: StaffAccounts; account: StaffAccount }) {
  if (account.has_second_factor) return <span className="tag good">{accountMessages.factor}</span>;
  const isNeeded = account.roles.every(({ role }) => details.second_factor_roles.includes(role));
  return (
    <span className={isNeeded ? 'tag bad' : 'tag warn'}>
      {isNeeded ? accountMessages.factorNeeded : accountMessages.noFactor}
    </span>
  );
}
