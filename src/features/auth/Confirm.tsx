import { useStore } from '@nanostores/react';
import { $session } from '#browser/session.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Form } from './Form.tsx';
import { confirmMore, confirmMessages, messages } from './messages.ts';
import type { MailLink } from './model.ts';
import type { Auth } from './store.ts';
import { ScreenLink } from './ScreenLink.tsx';

/** Uses the link of an e-mail only when somebody presses the button, because mail scanners open links. */
export function Confirm({ auth, link: { type, email } }: { auth: Auth; link: MailLink }) {
  const busy = useStore(auth.$busy);
  const problem = useStore(auth.$problem);
  const session = useStore($session);
  const words = confirmMessages[type];
  // If a link has no address, it could sign the visitor in to a stranger's account.
  const isOver = problem?.code === 'otp_expired' || email === '';
  if (isOver)
    return (
      <Form title={confirmMore.overTitle}>
        <Notice tone="bad" title={confirmMore.linkExpired}>
          {confirmMore.overText}
        </Notice>
        <nav className="auth-links" aria-label={messages.otherMethods}>
          {type !== 'email_change' && (
            <ScreenLink auth={auth} to={type === 'recovery' ? 'forgotten' : 'link'} wide>
              {confirmMore.another}
            </ScreenLink>
          )}
          <ScreenLink auth={auth} to="sign-in">
            {messages.back}
          </ScreenLink>
        </nav>
      </Form>
    );
  return (
    <Form title={words.title} lead={words.text} problem={problem} onSubmit={() => void auth.confirm()}>
      <p className="link-of">{confirmMore.as(email)}</p>
      {session.state === 'signed_in' && type !== 'email_change' && (
        <Notice>{confirmMore.signedInAs(session.name)}</Notice>
      )}
      <Button type="submit" wide busy={busy}>
        {words.action}
      </Button>
    </Form>
  );
}
