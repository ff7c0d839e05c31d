import type { FamilyDashboard } from '#contract/family.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#ui/Button.tsx';
import { SectionFailed, SectionWaiting } from '#ui/family/SectionState.tsx';
import { Notice } from '#ui/Notice.tsx';
import { ConsentRow } from './ConsentRow.tsx';
import type { Consents } from './consents.ts';
import { consentMessages, shortMessages, staleMessages } from './messages.ts';
import { buildConsents, staleIn } from './model.ts';

interface Props {
  consents: Consents;
  family: FamilyDashboard;
}

export function ConsentsCard({ consents: store, family }: Props) {
  const view = useStore(store.$view);
  const familyId = family.family?.id ?? null;
  useEffect(() => void store.open(familyId), [store, familyId]);
  if (view.state === 'loading') return <SectionWaiting rows={4} label="Loading what you agreed to" />;
  if (view.state === 'failed')
    return (
      <SectionFailed title={consentMessages.failed} offline={consentMessages.offline} onRetry={store.retry} />
    );
  const consents = buildConsents(view.consents, family);
  return (
    <div className="card parent-consents">
      <StaleConsents store={store} consents={consents} />
      <ul className="list">
        {consents
          .filter(({ rows }) => rows.length > 0)
          .map((consent) => (
            <ConsentRow key={consent.purpose} store={store} consent={consent} family={family} />
          ))}
      </ul>
      {family.children.length === 0 && <p className="quiet">{consentMessages.noChildren}</p>}
    </div>
  );
}

function StaleConsents({ store, consents }: { store: Consents; consents: ReturnType<typeof buildConsents> }) {
  const busy = useStore(store.$busy);
  const note = useStore(store.$message);
  const staleAnswers = staleIn(consents);
  const ownNote = note?.place === 'stale' ? note : null;
  if (staleAnswers.length === 0) return ownNote && <Notice tone={ownNote.tone}>{ownNote.text}</Notice>;
  const purposes = [...new Set(staleAnswers.map(({ purpose }) => shortMessages[purpose]))];
  return (
    <div className="consents-stale">
      <h3>{staleMessages.title(staleAnswers.length)}</h3>
      <p>{staleMessages.text(purposes)}</p>
      {consents
        .filter(({ purpose }) => staleAnswers.some((entry) => entry.purpose === purpose))
        .map(({ purpose, text }) => (
          <blockquote key={purpose}>
            <b>{text.title}.</b> {text.body}
          </blockquote>
        ))}
      {ownNote && <Notice tone={ownNote.tone}>{ownNote.text}</Notice>}
      <div>
        <Button kind="solid" busy={busy} onClick={() => void store.save('stale', staleAnswers)}>
          {staleMessages.yes}
        </Button>
      </div>
    </div>
  );
}
