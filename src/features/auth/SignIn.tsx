import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { readText } from '#browser/text-storage.ts';
import * as rareKeys from '#config/rare-storage-keys.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { lock } from '#ui/icons.ts';
import { EmailField } from '#ui/people/EmailField.tsx';
import { errorFor, Form, readTyped } from './Form.tsx';
import { messages } from './messages.ts';
import { OtherSignInMethods } from './OtherSignInMethods.tsx';
import { PasswordField } from './PasswordField.tsx';
import type { Auth } from './store.ts';
import { ScreenLink } from './ScreenLink.tsx';

export function SignIn({ auth }: { auth: Auth }) {
  const busy = useStore(auth.$busy);
  const problem = useStore(auth.$problem);
  const email = useStore(auth.$email);
  const { phone, signUp } = useStore(auth.$settings);
  const type = (text: string) => auth.$email.set(text);
  const [{ title, lead }, setWords] = useState<Record<'title' | 'lead', string>>(messages);
  useEffect(() => {
    if (readText(rareKeys.invitation) === null) return;
    import('./invited/messages.ts').then(
      ({ invitedMessages }) => setWords(invitedMessages()),
      () => undefined,
    );
  }, []);
  return (
    <Form
      title={title}
      lead={lead}
      problem={problem}
      onSubmit={(form) => void auth.enter(readTyped(form, 'password'))}
    >
      {phone ? (
        <Field
          id="email"
          label={messages.emailOrPhone}
          autoComplete="username"
          autoCapitalize="none"
          value={email}
          onChange={(event) => type(event.target.value)}
          required
        />
      ) : (
        <EmailField
          id="email"
          label={messages.email}
          autoComplete="username"
          value={email}
          onType={type}
          error={errorFor(problem, 'email')}
          required
        />
      )}
      <PasswordField label={messages.password} autoComplete="current-password" />
      <Button type="submit" kind="solid" wide busy={busy}>
        {!busy && <Icon path={lock} />}
        {busy ? messages.signingIn : messages.signIn}
      </Button>
      <nav className="auth-links" aria-label={messages.otherMethods}>
        <ScreenLink auth={auth} to="forgotten">
          {messages.forgotten}
        </ScreenLink>
        <ScreenLink auth={auth} to="link">
          {messages.byLink}
        </ScreenLink>
        {signUp && (
          <ScreenLink auth={auth} to="sign-up" wide>
            {messages.toSignUp}
          </ScreenLink>
        )}
      </nav>
      <OtherSignInMethods auth={auth} />
    </Form>
  );
}
