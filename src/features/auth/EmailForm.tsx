import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { EmailField } from '#ui/people/EmailField.tsx';
import { errorFor, Form } from './Form.tsx';
import { BackToSignIn } from './ScreenLink.tsx';
import type { Auth } from './store.ts';

interface Props {
  auth: Auth;
  words: { title: string; lead: string; action: string };
  label: string;
  onSubmit: () => void;
}

export function EmailForm({ auth, words, label, onSubmit }: Props) {
  const busy = useStore(auth.$busy);
  const problem = useStore(auth.$problem);
  const email = useStore(auth.$email);
  return (
    <Form title={words.title} lead={words.lead} problem={problem} onSubmit={onSubmit}>
      <EmailField
        id="email"
        label={label}
        autoComplete="username"
        value={email}
        onType={(text) => auth.$email.set(text)}
        error={errorFor(problem, 'email')}
        required
      />
      <Button type="submit" kind="solid" wide busy={busy}>
        {words.action}
      </Button>
      <BackToSignIn auth={auth} />
    </Form>
  );
}
