import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { freshSignInPath } from '#config/paths.ts';
import { Button } from '#ui/Button.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { useModal } from '#ui/use-modal.ts';
import { createChallenge } from '../factor/challenge.ts';
import { FactorFields } from '../factor/FactorFields.tsx';
import { textMessages } from '../factor/messages.ts';
import { errorFor, FormError, readTyped } from '../Form.tsx';
import { againMessages, factorMessages, messages } from '../messages.ts';
import { PasswordField } from '../PasswordField.tsx';
import type { SignInAgain, Step } from './again.ts';
import { createPasswordStep } from './password-step.ts';

/** A dialog that asks for the sign-in again. It covers the page, which keeps what was typed. */
export default function AgainDialog({ again, step }: { again: SignInAgain; step: Step }) {
  const dialog = useModal();
  const [challenge] = useState(() => createChallenge(again.arrive));
  const [password] = useState(() => createPasswordStep(again));
  const email = useStore(again.$email);
  const mayClose = useStore(again.$mayClose);
  const device = useStore(challenge.$device);
  const stores = step === 'factor' ? challenge : password;
  const busy = useStore(stores.$busy);
  const problem = useStore(stores.$problem);
  useEffect(() => {
    if (step === 'factor') void challenge.open();
  }, [challenge, step]);
  // Without this, the browser would focus the dialog's first button.
  useEffect(() => dialog.current?.querySelector<HTMLElement>('.input')?.focus(), [dialog, step]);
  const factorLead = device?.kind === 'text' ? textMessages.lead : factorMessages.lead;
  const passwordLead = mayClose ? againMessages.fresh(email) : againMessages.text(email);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="again-title"
      // Escape must not close the dialog while there is no session, because nothing below it would
      // work.
      onCancel={(event) => {
        event.preventDefault();
        password.close();
      }}
      // Browsers close a dialog when Escape is pressed twice, so it is opened again.
      onClose={() => dialog.current?.showModal()}
    >
      <FormElement
        className="auth-form"
        onSubmit={(form) => {
          if (step === 'factor') void challenge.prove(readTyped(form, 'code'));
          else void password.enter(readTyped(form, 'again-password'));
        }}
      >
        <h2 id="again-title">{step === 'factor' ? factorMessages.title : againMessages.title}</h2>
        <p>{step === 'factor' ? factorLead : passwordLead}</p>
        <FormError problem={problem} />
        {step === 'factor' ? (
          <FactorFields challenge={challenge} action={messages.signIn} step="again-title" />
        ) : (
          <>
            <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
            <PasswordField
              id="again-password"
              label={messages.password}
              autoComplete="current-password"
              error={errorFor(problem, 'password')}
            />
            <Button type="submit" kind="solid" wide busy={busy}>
              {busy ? messages.signingIn : messages.signIn}
            </Button>
          </>
        )}
        <div className="auth-captcha" data-captcha />
        {mayClose && (
          <Button kind="line" wide onClick={password.close}>
            {againMessages.notNow}
          </Button>
        )}
        <a className="auth-link" href={freshSignInPath(location.pathname + location.search + location.hash)}>
          {againMessages.otherSignIn}
        </a>
      </FormElement>
    </dialog>
  );
}
