import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Form, formStep, readTyped } from '../Form.tsx';
import { factorMessages, messages } from '../messages.ts';
import type { Auth } from '../store.ts';
import { createChallenge } from './challenge.ts';
import { FactorFields } from './FactorFields.tsx';
import { textMessages } from './messages.ts';

export default function Challenge({ auth, whatsapp }: { auth: Auth; whatsapp: string }) {
  const [challenge] = useState(() => createChallenge(() => auth.arrive()));
  const problem = useStore(challenge.$problem);
  const device = useStore(challenge.$device);
  useEffect(() => void challenge.open(), [challenge]);
  return (
    <Form
      title={factorMessages.title}
      lead={device?.kind === 'text' ? textMessages.lead : factorMessages.lead}
      problem={problem}
      onSubmit={(form) => void challenge.prove(readTyped(form, 'code'))}
    >
      <FactorFields challenge={challenge} action={factorMessages.action} step={formStep} />
      <details className="auth-advice">
        <summary>{factorMessages.noApp}</summary>
        <ul>
          {factorMessages.lostAdvice.map((advice) => (
            <li key={advice}>{advice}</li>
          ))}
        </ul>
        <a href={whatsapp} target="_blank" rel="noopener">
          {factorMessages.write}
        </a>
      </details>
      <div className="auth-links">
        <button type="button" className="text-button" onClick={() => void auth.leaveAccount()}>
          {messages.signOut}
        </button>
      </div>
    </Form>
  );
}
