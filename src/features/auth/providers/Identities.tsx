import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { Section } from '../account/Section.tsx';
import type { Auth } from '../store.ts';
import { createIdentities } from './identities.ts';
import { identityMessages as words, providerName } from './messages.ts';

/**
 * Lists the sign-in methods of an account. The last method cannot be removed. The e-mail address is changed below the
 * list.
 */
export default function Identities({ auth }: { auth: Auth }) {
  const [store] = useState(() => createIdentities());
  const identities = useStore(store.$identities) ?? [];
  const busy = useStore(store.$busy);
  const problem = useStore(store.$problem);
  // Linking a provider returns to this page, possibly with an error.
  const returnedProblem = useStore(auth.$problem);
  const { providers } = useStore(auth.$settings);
  useEffect(() => void store.open(), [store]);
  const linkedProviders = identities.map(({ provider }) => provider);
  return (
    <Section title={words.title} problem={problem ?? returnedProblem} onSubmit={() => undefined}>
      <p>{words.lead}</p>
      <ul className="auth-devices stack list">
        {identities.map((identity) => {
          const { identity_id: id, provider, identity_data: data } = identity;
          const email = typeof data?.['email'] === 'string' ? data['email'] : '';
          const name = provider === 'email' ? words.email : providerName(provider);
          const canRemove = identities.length > 1 && provider !== 'email' && provider !== 'phone';
          return (
            <Row
              key={id}
              name={name}
              email={email}
              busy={busy}
              {...(canRemove && { onRemove: () => void store.unlink(identity) })}
            />
          );
        })}
      </ul>
      {identities.length === 1 && <p className="hint">{words.last}</p>}
      <div className="row">
        {providers
          .filter((provider) => !linkedProviders.includes(provider))
          .map((provider) => (
            <Button key={provider} kind="line" busy={busy} onClick={() => void store.link(provider)}>
              {words.link(providerName(provider))}
            </Button>
          ))}
      </div>
    </Section>
  );
}

interface RowProps {
  name: string;
  email: string;
  busy: boolean;
  onRemove?: () => void;
}

function Row({ name, email, busy, onRemove }: RowProps) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <li>
      <p>
        <b>{name}</b> <small>{email}</small>
      </p>
      {onRemove && !isConfirming && (
        <button
          type="button"
          className="text-button"
          aria-label={words.unlinkName(name)}
          onClick={() => setConfirming(true)}
        >
          {words.unlink}
        </button>
      )}
      {onRemove && isConfirming && (
        <div className="auth-sure">
          <p>{words.unlinkWarning(name)}</p>
          <ConfirmActions
            small
            keep={words.no}
            onKeep={() => setConfirming(false)}
            act={words.yes}
            onAct={onRemove}
            busy={busy}
          />
        </div>
      )}
    </li>
  );
}
