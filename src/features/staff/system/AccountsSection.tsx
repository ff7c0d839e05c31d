import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { isEmail } from '#contract/contact.ts';
import type { StaffAccount, StaffAccounts } from '#contract/management-system.ts';
import { type StaffRole, staffRoles } from '#contract/staff-roles.ts';
import { errorText } from '#api/error-text.ts';
import { primaryRole } from '#domain/role.ts';
import { freshSignInPath } from '#config/paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { endsCoaching } from './accounts.ts';
import { TakeCoachRole } from './TakeCoachRole.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { Invite } from './Invite.tsx';
import { type Accounts, createAccounts, type Outcome } from './accounts.ts';
import { accountRefusals, accountMessages, roleNames } from './messages.ts';

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
      <OutcomeNotice outcome={outcome} done={accountMessages.done} refused={refusedMessage} />
      {outcome?.state === 'refused' && outcome.code === 'sign_in_again' && (
        <ButtonLink kind="line" small href={freshSignInPath(`${location.pathname}${location.search}`)}>
          {accountMessages.signInAgain}
        </ButtonLink>
      )}
      <Invite
        accounts={accounts}
        coaches={view.details.free_coaches}
        invitations={view.details.invitations}
        busy={busy}
      />
      <Give accounts={accounts} busy={busy} />
      <List details={view.details} accounts={accounts} busy={busy} />
    </>
  );
}

const refusedMessage = async ({ code, email }: Extract<Outcome, { state: 'refused' }>): Promise<string> =>
  code === 'account_not_found' ? accountMessages.unknown(email) : errorText(code, accountRefusals);

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

function List({ details, accounts, busy }: { details: StaffAccounts; accounts: Accounts; busy: boolean }) {
  return (
    <section className="sheet" aria-labelledby="who">
      <header>
        <h2 id="who">{accountMessages.who}</h2>
        <span className="tag numbers">{details.accounts.length}</span>
      </header>
      <ul>
        {details.accounts.map((account) => (
          <li key={account.user_id} className="system-account stack gap-x-6 gap-y-2.5">
            <div>
              <h3>
                {account.name === '' ? account.email : account.name}{' '}
                {account.is_me && <i>{accountMessages.me}</i>}
              </h3>
              <p className="quiet">
                {account.email} · {accountMessages.lastSignIn(account.seen_at)}
              </p>
              <p className="tags">
                <PrimaryRole account={account} />
                <FactorTag details={details} account={account} />
                {account.is_banned && <span className="tag bad">{accountMessages.banned}</span>}
              </p>
              {!account.is_me && (
                <ConfirmButton
                  name={accountMessages.signOut}
                  label={accountMessages.signOutOf(account)}
                  means={accountMessages.signOutMeans}
                  yes={accountMessages.signOutYes}
                  no={accountMessages.no}
                  busy={busy}
                  harm
                  onYes={() => void accounts.signOut(account)}
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
                  onYes={() => void accounts.removeFactor(account)}
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
                      onTake={(handover) => void accounts.revokeRole(account, role, handover)}
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
                      onYes={() => void accounts.revokeRole(account, role)}
                    />
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
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
