import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { freshSignInPath } from '#config/paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { Notice } from '#ui/Notice.tsx';
import { familyPath } from '#ui/staff/family-path.ts';
import { PageSection } from './PageSection.tsx';
import { requestMessages as words } from './privacy-request-messages.ts';
import { createPrivacyRequests } from './privacy-requests.ts';

/** Every family may ask for a copy of all its data or to be erased, even if it has no account. */
export function PrivacyRequests({ familyId, name }: { familyId: string; name: string }) {
  const [store] = useState(() => createPrivacyRequests(familyId));
  const running = useStore(store.$running);
  const outcome = useStore(store.$outcome);
  const erasure = useStore(store.$erased);
  const isOwed = useStore(store.$isOwed);
  const needsSignIn = useStore(store.$needsSignIn);
  if (erasure !== null)
    return (
      <PageSection title={words.title}>
        <Notice tone="calm">{words.erased(erasure.orders)}</Notice>
        {erasure.others.length > 0 && (
          <>
            <p>{words.others(erasure.others.length)}</p>
            <ul>
              {erasure.others.map((id, index) => (
                <li key={id}>
                  <a href={familyPath(id)}>{words.other(index + 1)}</a>
                </li>
              ))}
            </ul>
          </>
        )}
      </PageSection>
    );
  return (
    <PageSection title={words.title}>
      <p className="quiet">{words.lead}</p>
      {outcome && (
        <Notice
          tone={outcome.tone}
          actions={
            needsSignIn && (
              <ButtonLink kind="line" small href={freshSignInPath(`${location.pathname}${location.search}`)}>
                {words.signIn}
              </ButtonLink>
            )
          }
        >
          {outcome.text}
        </Notice>
      )}
      <div className="row no-print">
        <Button kind="line" small busy={running === 'copy'} onClick={() => void store.saveCopy()}>
          {words.copy}
        </Button>
        <ConfirmButton
          key={String(isOwed)}
          name={isOwed ? words.giveUp : words.erase}
          question={words.question(name)}
          means={isOwed ? words.giveUpMeans : words.means}
          yes={words.yes}
          no={words.no}
          busy={running === 'erase'}
          harm
          onYes={() => void store.erase(isOwed)}
        />
      </div>
    </PageSection>
  );
}
