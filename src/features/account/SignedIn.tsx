import { useStore } from '@nanostores/react';
import avatar from '../../assets/mascot/avatar-1.svg?url';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { messages, roleNames } from './messages.ts';
import { isStaff } from '../../domain/role.ts';
import type { Account } from './store.ts';

export function SignedIn({
  account,
  name,
  email,
  studioUrl,
}: {
  account: Account;
  name: string;
  email: string;
  studioUrl: string;
}) {
  const roles = useStore(account.$roles);
  const busy = useStore(account.$busy);
  return (
    <section className="account-form">
      <img src={avatar} width="96" height="96" alt="" />
      <h1>Hello, {name}</h1>
      <p className="lead">{email}</p>
      {roles && (
        <ul className="roles" aria-label="Roles">
          {roles.map((role) => (
            <li key={role}>{roleNames[role]}</li>
          ))}
        </ul>
      )}
      {roles && isStaff(roles) && (
        <ButtonLink kind="solid" wide href={studioUrl}>
          {messages.studio}
        </ButtonLink>
      )}
      <Button kind="line" wide busy={busy} onClick={() => void account.leave()}>
        {messages.signOut}
      </Button>
    </section>
  );
}
