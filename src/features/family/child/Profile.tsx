import type { ChildProfile } from '#contract/family-people.ts';
import { formatDay } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { FamilyView } from '#api/family.ts';
import { paths } from '#config/paths.ts';
import type { Member } from '#domain/access.ts';
import type { ConsentStatus } from '#domain/consents.ts';
import { ageOn, today } from '#domain/dates.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { SectionWaiting } from '#ui/family/SectionState.tsx';
import { OverwriteNotice } from '#ui/family/sheet/OverwriteNotice.tsx';
import { titleSize } from '#ui/family/title-size.ts';
import { Verbatim } from '#ui/Verbatim.tsx';
import { CampPhotosCard } from './camp-photos/CampPhotosCard.tsx';
import type { Child } from './child.ts';
import { ConsentCard } from './ConsentCard.tsx';
import { createConsents } from './consents.ts';
import { messages, stepMessages } from './messages.ts';
import { missingIn } from './model.ts';
import { MissingDetails } from './MissingDetails.tsx';
import { PhotoField } from './PhotoField.tsx';
import { Step } from './Step.tsx';
import { stepFields } from './steps.ts';
import { stepIds } from './step-ids.ts';

interface Props {
  child: Child;
  profile: ChildProfile;
  member: Member;
  family: FamilyView;
}

export function Profile({ child, profile, member, family }: Props) {
  const [consents] = useState(() =>
    createConsents({ childId: profile.id, userId: member.userId, familyId: profile.family_id }),
  );
  const consentsView = useStore(consents.$view);
  useEffect(() => void consents.open(), [consents]);
  // A consent that was just given counts at once, before the profile is read again.
  const isGiven = (purpose: 'activity' | 'medical' | 'liability') =>
    ['given', 'stale'].includes(consents.readStatus(purpose).state);
  const now =
    consentsView.state === 'ready'
      ? {
          ...profile,
          indemnity_signed: isGiven('liability'),
          medical_consent: isGiven('medical'),
          activity_participation_consent: isGiven('activity'),
        }
      : profile;
  const hasPhotoAnswer = consentsView.state !== 'ready' || consents.readStatus('photo').state !== 'never';
  const index =
    family.state === 'ready' ? family.family.children.findIndex(({ id }) => id === profile.id) : 0;
  return (
    <>
      <header className="child-top stack mb-6 items-center gap-5">
        <PhotoField childId={profile.id} index={index} hasPhoto={profile.has_photo} />
        <div>
          <h1 className={titleSize(profile.name)}>
            <Verbatim>{profile.name}</Verbatim>
          </h1>
          <p className="lead">
            {ageOn(profile.dob, today())} years · born {formatDay(profile.dob)} · Level{' '}
            {profile.current_level}
          </p>
          <div className="row mt-3">
            <ButtonLink small href={`${paths.familyBook}?child=${profile.id}`}>
              {messages.book}
            </ButtonLink>
          </div>
        </div>
      </header>
      <MissingDetails child={child} details={missingIn(now, hasPhotoAnswer)} />
      <OverwriteNotice store={child} title={messages.overwritten} steps={stepMessages} fields={stepFields} />
      <CampPhotosCard
        childId={profile.id}
        name={profile.name}
        consent={photoConsent(consentsView.state === 'ready' ? consents.readStatus('photo').state : 'given')}
      />
      <div className="card sheet-card">
        <ol className="sheet">
          {stepIds.map((step, index) => (
            <Step key={step} child={child} profile={profile} step={step} at={index + 1} />
          ))}
        </ol>
      </div>
      {consentsView.state === 'loading' ? (
        <SectionWaiting rows={4} label={messages.loading} />
      ) : (
        <ConsentCard consents={consents} name={profile.name} />
      )}
    </>
  );
}

const photoConsent = (state: ConsentStatus['state']) =>
  state === 'given' ? 'yes' : state === 'stale' ? 'unsure' : 'no';
