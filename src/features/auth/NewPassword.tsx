import { useStore } from '@nanostores/react';
import { $session } from '#browser/session.ts';
import { Button } from '#ui/Button.tsx';
import { errorFor, Form, readTyped } from './Form.tsx';
import { messages, newPasswordMessages } from './messages.ts';
import { PasswordField } from './PasswordField.tsx';
import type { Auth } from './store.ts';

/**
 * The screen behind the link of an e-mail about a forgotten password, a new account or an invitation. If `isNew` is
 * true, the user may go on without a password.
 */
export default function NewPassword({ auth, isNew }: { auth: Auth; isNew: boolean }) {
  const busy = useStore(auth.$busy);
  const problem = useStore(auth.$problem);
  const session = useStore($session);
  return (
    <Form
      title={newPasswordMessages.title}
      lead={isNew ? newPasswordMessages.leadNew : newPasswordMessages.lead}
      problem={problem}
      onSubmit={(form) => void auth.choosePassword(readTyped(form, 'password'))}
    >
      {session.state === 'signed_in' && (
        // A password manager reads the account's name from this hidden field.
        <input type="hidden" name="username" autoComplete="username" value={session.email} readOnly />
      )}
      <PasswordField
        label={messages.newPassword}
        hint={messages.passwordHint}
        autoComplete="new-password"
        error={errorFor(problem, 'password')}
      />
      <Button type="submit" wide busy={busy}>
        {newPasswordMessages.action}
      </Button>
      {isNew && (
        <div className="auth-links">
          <button
            type="button"
            className="text-button"
            disabled={busy}
            onClick={() => void auth.withoutPassword()}
          >
            {newPasswordMessages.later}
          </button>
        </div>
      )}
    </Form>
  );
}
