import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { EmailField } from '#ui/people/EmailField.tsx';
import { besideField, Form } from './Form.tsx';
import { forgottenMessages, linkMessages, messages } from './messages.ts';
import type { SignInMail } from './model.ts';
import type { Auth } from './store.ts';
import { BackToSignIn } from './ScreenLink.tsx';

export function RequestMail({ auth, mail }: { auth: Auth; mail: Exclude<SignInMail, 'signup'> }) {
  const busy = useStore(auth.$busy);
  const problem = useStore(auth.$problem);
  const email = useStore(auth.$email);
  const words = mail === 'recovery' ? forgottenMessages : linkMessages;
  return (
    <Form
      title={words.title}
      lead={words.lead}
      problem={problem}
      onSubmit={() => void auth.requestMail(mail)}
    >
      <EmailField
        id="email"
        label={messages.email}
        autoComplete="username"
        value={email}
        onType={(text) => auth.$email.set(text)}
        error={besideField(problem, 'email')}
        required
      />
      <Button type="submit" kind="solid" wide busy={busy}>
        {words.action}
      </Button>
      <BackToSignIn auth={auth} />
    </Form>
  );
}
