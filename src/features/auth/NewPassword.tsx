import { useStore } from '@nanostores/react';
import { $session } from '../../browser/session.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeField } from './CodeField.tsx';
import { besideField, Form, typed } from './Form.tsx';
import { messages, newPasswordWords } from './messages.ts';
import { PasswordField } from './PasswordField.tsx';
import type { Auth } from './store.ts';

/** After the link of a forgotten password, or an invitation. */
export function NewPassword({ auth }: { auth: Auth }) {
  const busy = useStore(auth.$busy);
  const problem = useStore(auth.$problem);
  const needsCode = useStore(auth.$needsCode);
  const session = useStore($session);
  return (
    <Form
      title={newPasswordWords.title}
      lead={needsCode ? newPasswordWords.reauthenticate : newPasswordWords.lead}
      problem={problem}
      onSubmit={(form) => void auth.choosePassword(typed(form, 'password'), typed(form, 'code'))}
    >
      {session.state === 'signed_in' && (
        // Tells a keeper of passwords whose it is.
        <input type="hidden" name="username" autoComplete="username" value={session.email} readOnly />
      )}
      <PasswordField
        label={messages.newPassword}
        hint={messages.passwordHint}
        autoComplete="new-password"
        error={besideField(problem, 'password')}
      />
      {needsCode && <CodeField label={messages.code} error={besideField(problem, 'code')} />}
      <Button type="submit" wide busy={busy}>
        {newPasswordWords.action}
      </Button>
    </Form>
  );
}
