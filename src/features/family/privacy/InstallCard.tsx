import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#ui/Button.tsx';
import type { Install } from './install.ts';
import { installWords } from './messages.ts';

export function InstallCard({ install }: { install: Install }) {
  const way = useStore(install.$way);
  useEffect(() => install.open(), [install]);
  return (
    <section aria-labelledby="install-title" id="install">
      <h2 id="install-title">{installWords.title}</h2>
      <div className="card privacy-card">
        <p>{installWords.text}</p>
        {way === 'installed' && <p className="quiet">{installWords.done}</p>}
        {way === 'button' && (
          <div>
            <Button kind="solid" small onClick={() => void install.install()}>
              {installWords.install}
            </Button>
          </div>
        )}
        {way === 'byHand' && (
          <dl className="ways">
            {installWords.byHand.map(([where, how]) => (
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
