import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { close, lock } from '#ui/icons.ts';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useModal } from '#ui/use-modal.ts';
import { createAdminAccess, type AdminAccess } from './access.ts';
import { adminMessages } from './messages.ts';

export default function AdminDialog() {
  const [access] = useState(() => createAdminAccess());
  const step = useStore(access.$step);
  useEffect(() => access.open(), [access]);
  return step === 'open' && <Dialog access={access} />;
}

function Dialog({ access }: { access: AdminAccess }) {
  const dialog = useModal();
  const email = useStore(access.$email);
  const password = useStore(access.$password);
  const busy = useStore(access.$busy);
  const problem = useStore(access.$problem);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="admin-title" onClose={access.close}>
      <FormElement className="auth-form" onSubmit={() => void access.enter()}>
        <h2 id="admin-title">{adminMessages.title}</h2>
        {problem && <Notice tone={problem.tone}>{problem.text}</Notice>}
        <Field
          id="admin-email"
          label={adminMessages.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          value={email}
          onChange={(event) => access.$email.set(event.target.value)}
          required
        />
        <Field
          id="admin-password"
          label={adminMessages.password}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => access.$password.set(event.target.value)}
          required
        />
        <Button
          type="submit"
          kind="solid"
          wide
          busy={busy}
          disabled={busy || email.trim() === '' || password === ''}
        >
          {!busy && <Icon path={lock} />}
          {busy ? adminMessages.busy : adminMessages.action}
        </Button>
        <div className="auth-captcha" data-captcha />
        <p className="hint">{adminMessages.notice}</p>
      </FormElement>
      <button
        className="icon-button x"
        type="button"
        aria-label={adminMessages.close}
        onClick={() => dialog.current?.close()}
      >
        <Icon path={close} />
      </button>
    </dialog>
  );
}
