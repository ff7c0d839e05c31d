import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { ApiKey } from '#contract/interfaces.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { InterfaceOutcome } from './InterfaceOutcome.tsx';
import { createKeyForm, keyFields } from './interface-forms.ts';
import { keyMessages as words, scopeMessages } from './interface-messages.ts';
import type { Interfaces } from './interfaces.ts';

export function ApiKeysPart({ keys, interfaces }: { keys: readonly ApiKey[]; interfaces: Interfaces }) {
  const [form] = useState(() => createKeyForm(interfaces));
  const busy = useStore(interfaces.$busy);
  return (
    <>
      <section className="sheet give-role" aria-labelledby="create-key">
        <header>
          <h2 id="create-key">{words.create}</h2>
        </header>
        <Form
          form={form}
          labelledBy="create-key"
          labelOf={(id) => keyFields.find(({ path }) => path === id)?.label ?? id}
        >
          <Fields fields={keyFields} form={form} />
          <InterfaceOutcome interfaces={interfaces} place="key" />
          <Button kind="solid" type="submit" busy={busy}>
            {words.send}
          </Button>
        </Form>
      </section>
      <section className="sheet" aria-labelledby="api-keys">
        <header>
          <h2 id="api-keys">{words.list}</h2>
          <span className="tag numbers">{keys.length}</span>
        </header>
        {keys.length === 0 && <p className="interface-empty quiet">{words.empty}</p>}
        <ul>
          {keys.map((key) => (
            <li key={key.id} className="system-account stack gap-x-6 gap-y-2.5">
              <div>
                <h3>{key.name}</h3>
                <p className="quiet">{words.about(key)}</p>
                <p className="tags">
                  <span className={`tag ${words.tone(key)}`}>{words.tag(key)}</span>
                  {key.scopes.map((scope) => (
                    <span key={scope} className="tag">
                      {scopeMessages[scope].label}
                    </span>
                  ))}
                </p>
                <InterfaceOutcome interfaces={interfaces} place={key.id} />
              </div>
              {key.state === 'active' && (
                <ConfirmButton
                  name={words.revoke}
                  label={words.revokeOf(key)}
                  means={words.revokeMeans(key)}
                  yes={words.revokeYes}
                  no={words.revokeNo}
                  busy={busy}
                  harm
                  onYes={() => void interfaces.revokeKey(key)}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
