import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import * as timing from '#config/timing.ts';
import { Button } from '#ui/Button.tsx';
import { CodeField } from './CodeField.tsx';
import { errorFor, Form, formStep, readTyped } from './Form.tsx';
import { messages, sentMessages } from './messages.ts';
import type { SignInMail } from './model.ts';
import type { Auth } from './store.ts';
import { ScreenLink } from './ScreenLink.tsx';

export default function LinkSentScreen({
  auth,
  mail,
  email,
}: {
  auth: Auth;
  mail: SignInMail;
  email: string;
}) {
  const busy = useStore(auth.$busy);
  const problem = useStore(auth.$problem);
  const [mailCount, setMailCount] = useState(0);
  const [name, ...host] = email.split(/(?=@)/);
  const wait = useCountdown(mailCount);
  return (
    <Form
      title={sentMessages.title}
      lead={
        <>
          {sentMessages.lead[mail]}{' '}
          <b className="address">
            {name}
            <wbr />
            {host}
          </b>
        </>
      }
      problem={problem}
      onSubmit={(form) => void auth.enterCode(readTyped(form, 'code'))}
    >
      <p>{sentMessages.anyDevice}</p>
      <CodeField describedBy={formStep} label={messages.codeLabel} error={errorFor(problem, 'code')} />
      <Button type="submit" kind="solid" wide busy={busy}>
        {messages.next}
      </Button>
      <div className="row">
        <Button
          kind="line"
          small
          aria-disabled={wait > 0 ? true : undefined}
          onClick={() => {
            if (wait === 0) void auth.resend().then((sent) => sent && setMailCount(mailCount + 1));
          }}
        >
          {wait > 0 ? sentMessages.wait(wait) : sentMessages.sendAgain}
        </Button>
        <span role="status" className="hint">
          {mailCount > 0 && sentMessages.sentAgain}
        </span>
      </div>
      <p className="hint">{sentMessages.nothing}</p>
      <nav className="auth-links" aria-label={messages.otherMethods}>
        <ScreenLink auth={auth} to={previousScreen[mail]}>
          {sentMessages.otherAddress}
        </ScreenLink>
        <ScreenLink auth={auth} to="sign-in">
          {messages.back}
        </ScreenLink>
      </nav>
    </Form>
  );
}

const previousScreen = { signup: 'sign-up', magiclink: 'link', recovery: 'forgotten' } as const;

/** Counts the seconds until another e-mail can be requested. A new `round` starts the countdown again. */
function useCountdown(round: number): number {
  const [secondsLeft, setSecondsLeft] = useState<number>(timing.MAIL_AGAIN_S);
  useEffect(() => {
    const end = Date.now() + timing.MAIL_AGAIN_S * 1000;
    const tick = () => setSecondsLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, timing.CLOCK_TICK_MS);
    return () => clearInterval(timer);
  }, [round]);
  return secondsLeft;
}
