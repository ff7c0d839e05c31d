import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#ui/Button.tsx';
import type { Install } from './install.ts';
import { installMessages } from './messages.ts';

export function InstallCard({ install }: { install: Install }) {
  const method = useStore(install.$method);
  useEffect(() => install.open(), [install]);
  return (
    <section aria-labelledby="install-title" id="install">
      <h2 id="install-title">{installMessages.title}</h2>
      <div className="card privacy-card">
        <p>{installMessages.text}</p>
        {method === 'installed' && <p className="quiet">{installMessages.installed}</p>}
        {method === 'button' && (
          <div>
            <Button kind="solid" small onClick={() => void install.install()}>
              {installMessages.install}
            </Button>
          </div>
        )}
        {method === 'byHand' && (
          <dl className="privacy-ways stack gap-2.5 text-sm">
            {installMessages.byHand.map(([platform, steps]) => (
              <div key={platform}>
                <dt>{platform}</dt>
                <dd>{steps}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  );
}
