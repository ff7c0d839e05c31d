import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#ui/Button.tsx';
import type { Install } from './install.ts';
import { installMessages } from './messages.ts';

export function InstallCard({ install }: { install: Install }) {
  const way = useStore(install.$way);
  useEffect(() => install.open(), [install]);
  return (
    <section aria-labelledby="install-title" id="install">
      <h2 id="install-title">{installMessages.title}</h2>
      <div className="card privacy-card">
        <p>{installMessages.text}</p>
        {way === 'installed' && <p className="quiet">{installMessages.done}</p>}
        {way === 'button' && (
          <div>
            <Button kind="solid" small onClick={() => void install.install()}>
              {installMessages.install}
            </Button>
          </div>
        )}
        {way === 'byHand' && (
          <dl className="privacy-ways stack gap-2.5 text-sm">
            {installMessages.byHand.map(([where, how]) => (
              <div key={where}>
                <dt>{where}</dt>
                <dd>{how}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  );
}
