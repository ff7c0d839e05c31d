import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { errorFor, readTyped } from '../Form.tsx';
import { messages } from '../messages.ts';
import { PasswordField } from '../PasswordField.tsx';
import { Section } from './Section.tsx';
import { createPasswordChange } from './security.ts';
import { accountMessages } from './messages.ts';

const words = accountMessages.password;

export function PasswordChange({ email }: { email: string }) {
  const [store] = useState(createPasswordChange);
  const busy = useStore(store.$busy);
  const problem = useStore(store.$problem);
  const doneMessage = useStore(store.$done);
  return (
    <Section
      title={words.title}
      problem={problem}
      onSubmit={(form, element) =>
        void store.change(readTyped(form, 'new-password')).then((isSaved) => isSaved && element.reset())
      }
    >
      {doneMessage && <Notice>{words.saved}</Notice>}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        id="new-password"
        label={messages.newPassword}
        hint={messages.passwordHint}
        autoComplete="new-password"
        error={errorFor(problem, 'password')}
      />
      <div>
        <Button type="submit" kind="solid" busy={busy}>
          {words.action}
        </Button>
      </div>
    </Section>
  );
}
