import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '../CodeField.tsx';
import { besideField, Form, typed } from '../Form.tsx';
import { factorMessages, messages } from '../messages.ts';
import type { Auth } from '../store.ts';
import { createChallenge } from './challenge.ts';

/** Asks for the second factor after each sign-in of an account that has one. */
export default function Challenge({ auth, whatsapp }: { auth: Auth; whatsapp: string }) {
  const [challenge] = useState(() => createChallenge(() => auth.arrive()));
  const busy = useStore(challenge.$busy);
  const problem = useStore(challenge.$problem);
  const devices = useStore(challenge.$devices);
  useEffect(() => void challenge.open(), [challenge]);
  return (
    <Form
      title={factorMessages.title}
      lead={factorMessages.lead}
      problem={problem}
      onSubmit={(form) => void challenge.prove(typed(form, 'code'), typed(form, 'device') || undefined)}
    >
      {devices.length > 1 && (
        <div className="field">
          <label htmlFor="device">{factorMessages.device}</label>
          <select id="device" name="device" className="input">
            {devices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      <CodeField label={factorMessages.code} error={besideField(problem, 'code')} />
      <Button type="submit" kind="solid" wide busy={busy}>
        {factorMessages.action}
      </Button>
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
      <div className="auth-ways">
        <button type="button" className="text-button" onClick={() => void auth.leaveAccount()}>
          {messages.signOut}
        </button>
      </div>
    </Form>
  );
}
