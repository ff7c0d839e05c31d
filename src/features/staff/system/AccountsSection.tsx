import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { isEmail } from '#contract/contact.ts';
import type { StaffAccounts } from '#contract/management-system.ts';
import { type StaffRole, staffRoles } from '#contract/staff-roles.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { AccountOutcome } from './AccountOutcome.tsx';
import { AccountRow } from './AccountRow.tsx';
import { Invite } from './Invite.tsx';
import { type Accounts, createAccounts, type Outcome } from './accounts.ts';
import { accountMessages, roleNames } from './messages.ts';

export function AccountsSection() {
  const [accounts] = useState(createAccounts);
  const view = useStore(accounts.$view);
  const outcome = useStore(accounts.$outcome);
  const busy = useStore(accounts.$busy);
  useEffect(() => void accounts.read(), [accounts]);
  if (view.state === 'loading')
    return (
      <ScreenWaiting
        title={accountMessages.loading}
        className="system-waiting stack"
        bars={['title', 'part']}
      />
    );
  if (view.state === 'failed')
    return view.code === 'not_allowed' ? (
      <NotLoaded title={accountMessages.denied}>{accountMessages.deniedText}</NotLoaded>
    ) : (
      <NotLoaded title={accountMessages.failed} onRetry={() => void accounts.read()} />
    );
  return (
    <>
      <header className="staff-head">
        <div>
          <h1>{accountMessages.title}</h1>
          <p className="quiet">{accountMessages.lead(view.details)}</p>
        </div>
      </header>
      <AccountOutcome
        outcome={view.details.accounts.some(({ user_id }) => user_id === outcome?.row) ? null : outcome}
      />
      <Invite
        accounts={accounts}
        coaches={view.details.free_coaches}
        invitations={view.details.invitations}
        busy={busy}
      />
      <Give accounts={accounts} busy={busy} />
      <List details={view.details} accounts={accounts} busy={busy} outcome={outcome} />
    </>
  );
}

function Give({ accounts, busy }: { accounts: Accounts; busy: boolean }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<StaffRole>('coach');
  const [error, setError] = useState<string>();
  async function give(): Promise<void> {
    if (busy) return;
    const isRight = isEmail(email.trim());
    setError(isRight ? undefined : accountMessages.emailForm);
    if (isRight && (await accounts.grantRole(email, role))) setEmail('');
  }
  return (
    <section className="sheet give-role" aria-labelledby="give-role">
      <header>
        <h2 id="give-role">{accountMessages.give}</h2>
      </header>
      <FormElement
        onSubmit={() => {
          void give();
        }}
      >
        <Field
          id="role-email"
          label={accountMessages.email}
          hint={accountMessages.emailHint}
          error={error}
          type="email"
          inputMode="email"
          autoComplete="off"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <fieldset>
          <legend>{accountMessages.role}</legend>
          {staffRoles.map((option) => (
            <label key={option}>
              <input type="radio" name="role" checked={role === option} onChange={() => setRole(option)} />
              <span>
                <b>{roleNames[option]}</b> {accountMessages.permissions[option]}
              </span>
            </label>
          ))}
        </fieldset>
        <Button kind="solid" type="submit" busy={busy}>
          {accountMessages.giveIt(role)}
        </Button>
      </FormElement>
    </section>
  );
}

interface ListProps {
  details: StaffAccounts;
  accounts: Accounts;
  busy: boolean;
  outcome: Outcome | null;
}

const List = ({ details, accounts, busy, outcome }: ListProps) => (
  <section className="sheet" aria-labelledby="who">
    <header>
      <h2 id="who">{accountMessages.who}</h2>
      <span className="tag numbers">{details.accounts.length}</span>
    </header>
    <ul>
      {details.accounts.map((account) => (
        <AccountRow
          key={account.user_id}
          account={account}
          details={details}
          accounts={accounts}
          busy={busy}
          outcome={outcome?.row === account.user_id ? outcome : null}
        />
      ))}
    </ul>
  </section>
);
