import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import avatar from '#assets/mascot/avatar-1.svg?url';
import { fetchRoles } from '#api/roles.ts';
import { startOf } from '#api/start.ts';
import { withLoadError } from '#browser/load-error.ts';
import { $session } from '#browser/session.ts';
import { paths } from '#config/paths.ts';
import { hasManagerRole } from '#domain/managers.ts';
import { isStaff, primaryRole, roles as allRoles, type Role } from '#domain/role.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { confirmSignOut } from '#ui/confirm-sign-out.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { roleNames } from '../messages.ts';
import type { Auth } from '../store.ts';
import { OtherDevices } from './OtherDevices.tsx';
import { EmailChange } from './EmailChange.tsx';
import { PasswordChange } from './PasswordChange.tsx';
import { SecondStep } from './SecondStep.tsx';
import { accountMessages } from './messages.ts';

const Identities = lazy(withLoadError(() => import('../providers/Identities.tsx')));

export default function Account({ auth, studioUrl }: { auth: Auth; studioUrl: string }) {
  const session = useStore($session);
  const busy = useStore(auth.$busy);
  const roles = useRoles();
  const { providers } = useStore(auth.$settings);
  if (session.state !== 'signed_in') return <Spinner>Loading...</Spinner>;
  const { name, email } = session;
  return (
    <div className="auth-form account">
      <header>
        <img src={avatar} width="96" height="96" alt="" />
        <h1 tabIndex={-1}>{accountMessages.hello(name === email ? null : name)}</h1>
        {email && <p className="lead">{email}</p>}
        {roles && (
          <ul className="auth-roles" aria-label="Roles">
            {roles.map((role) => (
              <li key={role} aria-current={role === primaryRole(roles) ? 'true' : undefined}>
                {roleNames[role]}
              </li>
            ))}
          </ul>
        )}
      </header>
      <div className="row">
        {roles && isStaff(roles) && (
          <ButtonLink href={startOf(roles)}>{accountMessages.starts[primaryRole(roles)]}</ButtonLink>
        )}
        <ButtonLink {...(roles && isStaff(roles) && { kind: 'solid' as const })} href={paths.familyBase}>
          {accountMessages.familyBase}
        </ButtonLink>
        {roles && (hasManagerRole(roles) || roles.includes('marketer')) && (
          <ButtonLink kind="solid" href={studioUrl}>
            {accountMessages.studio}
          </ButtonLink>
        )}
        <Button kind="line" busy={busy} onClick={() => void signOutOf(auth)}>
          {accountMessages.signOut}
        </Button>
      </div>
      <SecondStep isStaff={roles !== null && isStaff(roles)} next={auth.next} />
      {providers.length > 0 && (
        <Suspense>
          <Identities auth={auth} />
        </Suspense>
      )}
      <PasswordChange email={email} />
      <EmailChange email={email} />
      <OtherDevices onGone={() => auth.to('sign-in')} />
    </div>
  );
}

/** Signs out. That would lose attendance that this device has not sent yet, so the page asks first. */
async function signOutOf(auth: Auth): Promise<void> {
  if (await confirmSignOut()) await auth.leaveAccount();
}

/**
 * Returns the user's roles, or null while they are loading. If they cannot be read, the user counts as a parent (spec
 * 1 §8).
 */
function useRoles(): Role[] | null {
  const [roles, setRoles] = useState<Role[] | null>(null);
  const session = useStore($session);
  const userId = session.state === 'signed_in' ? session.userId : null;
  useEffect(() => {
    const member = $session.get();
    if (member.state !== 'signed_in') return;
    void fetchRoles(member).then((answer) => {
      const ownRoles = answer.ok ? allRoles.filter((role) => answer.value.includes(role)) : [];
      setRoles(ownRoles.length > 0 ? ownRoles : ['customer']);
    });
  }, [userId]);
  return roles;
}
