import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import avatar from '#assets/mascot/avatar-1.svg?url';
import { fetchRoles } from '#api/roles.ts';
import { startOf } from '#api/start.ts';
import { withLoadError } from '#browser/load-error.ts';
import { $session } from '#browser/session.ts';
import { paths } from '#config/paths.ts';
import { manages } from '#domain/managers.ts';
import { isStaff, primaryRole, roles as allRoles, type Role } from '#domain/role.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { confirmSignOut } from '#ui/confirm-sign-out.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { roleNames } from '../messages.ts';
import type { Auth } from '../store.ts';
import { Doors } from './Doors.tsx';
import { EmailChange } from './EmailChange.tsx';
import { PasswordChange } from './PasswordChange.tsx';
import { SecondStep } from './SecondStep.tsx';
import { accountMessages } from './messages.ts';

const Identities = lazy(withLoadError(() => import('../providers/Identities.tsx')));

export default function Account({ auth, studioUrl }: { auth: Auth; studioUrl: string }) {
  const session = useStore($session);
  const busy = useStore(auth.$busy);
  const held = useRoles();
  const { providers } = useStore(auth.$settings);
  if (session.state !== 'signed_in') return <Spinner>Loading...</Spinner>;
  const { name, email } = session;
  return (
    <div className="auth-form account">
      <header>
        <img src={avatar} width="96" height="96" alt="" />
        <h1 tabIndex={-1}>{accountMessages.hello(name === email ? null : name)}</h1>
        {email && <p className="lead">{email}</p>}
        {held && (
          <ul className="auth-roles" aria-label="Roles">
            {held.map((role) => (
              <li key={role} aria-current={role === primaryRole(held) ? 'true' : undefined}>
                {roleNames[role]}
              </li>
            ))}
          </ul>
        )}
      </header>
      <div className="row">
        {held && isStaff(held) && (
          <ButtonLink href={startOf(held)}>{accountMessages.starts[primaryRole(held)]}</ButtonLink>
        )}
        <ButtonLink {...(held && isStaff(held) && { kind: 'solid' as const })} href={paths.familyBase}>
          {accountMessages.familyBase}
        </ButtonLink>
        {held && (manages(held) || held.includes('marketer')) && (
          <ButtonLink kind="solid" href={studioUrl}>
            {accountMessages.studio}
          </ButtonLink>
        )}
        <Button kind="line" busy={busy} onClick={() => void leave(auth)}>
          {accountMessages.signOut}
        </Button>
      </div>
      <SecondStep isStaff={held !== null && isStaff(held)} next={auth.next} />
      {providers.length > 0 && (
        <Suspense>
          <Identities auth={auth} />
        </Suspense>
      )}
      <PasswordChange email={email} />
      <EmailChange email={email} />
      <Doors onGone={() => auth.to('sign-in')} />
    </div>
  );
}

/** Signing out would lose attendance that this device has not sent yet, so the page asks first. */
async function leave(auth: Auth): Promise<void> {
  if (await confirmSignOut()) await auth.leaveAccount();
}

/**
 * Returns null while the roles are loading. If they cannot be read, the user counts as a parent (spec
 * 1 §8).
 */
function useRoles(): Role[] | null {
  const [held, setHeld] = useState<Role[] | null>(null);
  const session = useStore($session);
  const userId = session.state === 'signed_in' ? session.userId : null;
  useEffect(() => {
    const member = $session.get();
    if (member.state !== 'signed_in') return;
    void fetchRoles(member).then((answer) => {
      const mine = answer.ok ? allRoles.filter((role) => answer.value.includes(role)) : [];
      setHeld(mine.length > 0 ? mine : ['customer']);
    });
  }, [userId]);
  return held;
}
