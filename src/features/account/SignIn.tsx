import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { EmailField } from '../../ui/people/EmailField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { lock } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { messages } from './messages.ts';
import type { Account } from './store.ts';

export function SignIn({ account }: { account: Account }) {
  const busy = useStore(account.$busy);
  const error = useStore(account.$error);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  return (
    <form
      className="account-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void account.enter(email, password);
      }}
    >
      <h1>{messages.title}</h1>
      <p className="lead">{messages.lead}</p>
      {error && <Notice tone="bad">{error}</Notice>}
      <EmailField
        id="email"
        label="E-mail"
        autoComplete="username"
        value={email}
        onType={setEmail}
        required
      />
      <Field
        id="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        required
      />
      <Button type="submit" kind="solid" wide busy={busy}>
        {!busy && <Icon path={lock} />}
        {busy ? messages.signingIn : messages.signIn}
      </Button>
    </form>
  );
}
