import { useStore } from '@nanostores/react';
import { paths } from '#config/paths.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Notice } from '#ui/Notice.tsx';
import { EmailField } from '#ui/people/EmailField.tsx';
import { errorFor, Form, readTyped } from './Form.tsx';
import { messages, signUpMessages } from './messages.ts';
import { OtherSignInMethods } from './OtherSignInMethods.tsx';
import type { Auth } from './store.ts';
import { ScreenLink } from './ScreenLink.tsx';

export function SignUp({ auth }: { auth: Auth }) {
  const busy = useStore(auth.$busy);
  const problem = useStore(auth.$problem);
  const email = useStore(auth.$email);
  const { signUp } = useStore(auth.$settings);
  return (
    <Form
      title={signUpMessages.title}
      lead={signUpMessages.lead}
      problem={problem}
      onSubmit={(form) => void auth.register(readTyped(form, 'name'))}
    >
      {signUp ? (
        <>
          <Field
            id="name"
            name="name"
            label={signUpMessages.name}
            hint={signUpMessages.nameHint}
            autoComplete="name"
          />
          <EmailField
            id="email"
            label={messages.email}
            autoComplete="username"
            value={email}
            onType={(text) => auth.$email.set(text)}
            error={errorFor(problem, 'email')}
            required
          />
          <Button type="submit" wide busy={busy}>
            {signUpMessages.action}
          </Button>
          <p className="hint">
            {signUpMessages.agree} <a href={paths.terms}>terms</a> and the{' '}
            <a href={paths.privacy}>privacy policy</a>.
          </p>
        </>
      ) : (
        <Notice tone="warn">{signUpMessages.signUpClosed}</Notice>
      )}
      <nav className="auth-links" aria-label={messages.otherMethods}>
        <ScreenLink auth={auth} to="sign-in">
          {messages.toSignIn}
        </ScreenLink>
      </nav>
      {signUp && <OtherSignInMethods auth={auth} isNew />}
    </Form>
  );
}
