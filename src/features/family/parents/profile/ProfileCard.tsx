import { useStore } from '@nanostores/react';
import { accountPath } from '#config/paths.ts';
import { SectionFailed, SectionWaiting } from '#ui/family/SectionState.tsx';
import { OverwriteNotice } from '#ui/family/sheet/OverwriteNotice.tsx';
import { missingTitle } from '#ui/family/sheet/messages.ts';
import { Icon } from '#ui/Icon.tsx';
import { check, warning } from '#ui/icons.ts';
import { missingMessages, profileMessages, stepMessages } from './messages.ts';
import { missingParts } from './model.ts';
import type { Profile } from './profile.ts';
import { Step } from './Step.tsx';
import { stepFields } from './steps.ts';
import { stepIds } from './step-ids.ts';

export function ProfileCard({ profile: store, other }: { profile: Profile; other: string }) {
  const view = useStore(store.$view);
  if (view.state === 'loading') return <SectionWaiting rows={5} label="Loading your details" />;
  if (view.state === 'failed')
    return (
      <SectionFailed
        title={profileMessages.failed}
        offline={profileMessages.offline}
        onRetry={() => void store.open()}
      />
    );
  const { profile } = view;
  return (
    <div className="card parent-profile">
      <div className="profile-top">
        <Missing store={store} />
        <p className="profile-address">
          <span className="quiet">{profileMessages.address}</span>
          <b>{profile.email}</b>
          <a href={accountPath}>{profileMessages.changeAddress}</a>
        </p>
      </div>
      <OverwriteNotice
        store={store}
        title={profileMessages.overwritten(other)}
        steps={stepMessages}
        fields={stepFields}
      />
      <ol className="sheet">
        {stepIds.map((step, index) => (
          <Step key={step} store={store} profile={profile} step={step} at={index + 1} />
        ))}
      </ol>
    </div>
  );
}

function Missing({ store }: { store: Profile }) {
  const view = useStore(store.$view);
  if (view.state !== 'ready') return null;
  const missing = missingParts(view.profile);
  if (missing.length === 0)
    return (
      <p className="profile-complete">
        <Icon path={check} />
        {profileMessages.complete}
      </p>
    );
  return (
    <div className="profile-missing">
      <Icon path={warning} />
      <div>
        <h3>{missingTitle(missing.length)}</h3>
        <ul>
          {missing.map((detail) => {
            const { what, why, step } = missingMessages[detail];
            return (
              <li key={detail}>
                {step === null ? (
                  <a href={accountPath}>{what}</a>
                ) : (
                  <button type="button" className="text-button" onClick={() => store.go(step)}>
                    {what}
                  </button>
                )}
                : {why}.
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
