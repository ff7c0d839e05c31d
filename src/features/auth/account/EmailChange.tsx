import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { EmailField } from '#ui/people/EmailField.tsx';
import { errorFor } from '../Form.tsx';
import { Section } from './Section.tsx';
import { createEmailChange } from './security.ts';
import { accountMessages } from './messages.ts';

const words = accountMessages.email;

export function EmailChange({ email }: { email: string }) {
  const [store] = useState(() => createEmailChange());
  const [next, setNext] = useState('');
  const busy = useStore(store.$busy);
  const problem = useStore(store.$problem);
  const sentTo = useStore(store.$sentTo);
  return (
    <Section title={words.title} problem={problem} onSubmit={() => void store.change(next)}>
      <p className="hint">{email === '' ? words.none : words.currentAddress(email)}</p>
      {sentTo !== null && <Notice>{words.sent(sentTo)}</Notice>}
      <EmailField
        id="new-email"
        label={words.label}
        value={next}
        onType={setNext}
        error={errorFor(problem, 'email')}
      />
      <div>
        <Button type="submit" kind="solid" busy={busy}>
          {words.action}
        </Button>
      </div>
    </Section>
  );
}
