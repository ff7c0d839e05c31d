import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import type { Auth } from '../store.ts';
import { signInBy } from './begin.ts';
import { providerMessages, providerName } from './messages.ts';

export default function Providers({ auth }: { auth: Auth }) {
  const busy = useStore(auth.$busy);
  const { providers } = useStore(auth.$settings);
  return (
    <div className="auth-providers" role="group" aria-label={providerMessages.or}>
      <p className="hint">{providerMessages.or}</p>
      {providers.map((provider) => (
        <Button
          key={provider}
          kind="line"
          wide
          aria-disabled={busy || undefined}
          onClick={() => void auth.attempt(() => signInBy(provider, (url) => location.assign(url)))}
        >
          {providerMessages.continueWith(providerName(provider))}
        </Button>
      ))}
    </div>
  );
}
