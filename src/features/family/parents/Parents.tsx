import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { FamilyView } from '#api/family.ts';
import { asOf } from '#api/freshness.ts';
import paw from '#assets/mascot/paw.svg?url';
import type { Member } from '#domain/access.ts';
import { AsOf } from '#ui/family/AsOf.tsx';
import { ChannelsCard } from './channels/ChannelsCard.tsx';
import { channelMessages } from './channels/messages.ts';
import { CollectionCard } from './collection/CollectionCard.tsx';
import { collectionMessages } from './collection/messages.ts';
import { ConsentsCard } from './consents/ConsentsCard.tsx';
import { consentMessages } from './consents/messages.ts';
import { messages } from './messages.ts';
import { CodesCard } from './pickup/CodesCard.tsx';
import { pickupMessages } from './pickup/messages.ts';
import { ProfileCard } from './profile/ProfileCard.tsx';
import { stepIds } from './profile/step-ids.ts';
import { ProposalsCard } from './proposals/ProposalsCard.tsx';
import { InvitationCard } from './second/InvitationCard.tsx';
import { ParentsCard } from './second/ParentsCard.tsx';
import type { ParentsStore } from './store.ts';

interface Props {
  parents: ParentsStore;
  view: Extract<FamilyView, { state: 'ready' }>;
  member: Member;
}

export function Parents({ parents, view, member }: Props) {
  const { family } = view;
  const savedAt = asOf(view);
  const parentsOfFamily = [family.family?.primary_parent, family.family?.secondary_parent];
  const other = parentsOfFamily.find((parent) => parent && parent.id !== family.me.id)?.name.trim();
  useProfile(parents, family.family?.id ?? null);
  return (
    <>
      <div className="family-head stack mb-7 gap-2.5">
        <p className="kick">
          <img src={paw} width="20" height="20" alt="" />
          {messages.kick}
        </p>
        <h1>{messages.title}</h1>
        <p className="lead">{messages.lead}</p>
        {savedAt && <AsOf {...savedAt} />}
      </div>
      <div className="stack gap-5">
        <InvitationCard invitation={parents.invitation} email={member.email} />
        {family.proposals > 0 || view.isSaved ? (
          <ProposalsCard proposals={parents.proposals} family={family} />
        ) : (
          <DecidedProposals parents={parents} view={view} />
        )}
      </div>
      <div className="pair">
        <section aria-labelledby="profile-title">
          <h2 id="profile-title">{messages.profile}</h2>
          <ProfileCard profile={parents.profile} other={other ?? messages.other} />
        </section>
        <section aria-labelledby="parents-title">
          <h2 id="parents-title">{messages.parents}</h2>
          <ParentsCard second={parents.second} family={family} isSaved={view.isSaved} email={member.email} />
          {family.family && (
            <>
              <h2 id="channels" className="mt-8">
                {channelMessages.title}
              </h2>
              <p className="quiet mb-4">{channelMessages.lead}</p>
              <ChannelsCard channels={parents.channels} />
            </>
          )}
          <h2 id="codes-title" className="mt-8">
            {pickupMessages.title}
          </h2>
          <p className="quiet mb-4">{pickupMessages.lead}</p>
          <CodesCard codes={parents.codes} profile={parents.profile} />
          <h2 id="collection" className="mt-8">
            {collectionMessages.title}
          </h2>
          <p className="quiet mb-4">{collectionMessages.lead}</p>
          <CollectionCard collection={parents.collection} />
        </section>
      </div>
      <section aria-labelledby="consents-title" id="consents" className="parent-agreed">
        <h2 id="consents-title">{messages.consents}</h2>
        <p className="quiet">{consentMessages.lead}</p>
        <ConsentsCard consents={parents.consents} family={family} />
      </section>
    </>
  );
}

/** Shows the result of the last proposal after it was answered. */
function DecidedProposals({ parents, view }: Pick<Props, 'parents' | 'view'>) {
  const note = useStore(parents.proposals.$note);
  return note ? <ProposalsCard proposals={parents.proposals} family={view.family} /> : null;
}

/** Reads the profile again when the family changes, because contacts and collectors belong to the family. */
function useProfile({ profile }: ParentsStore, familyId: string | null): void {
  useEffect(() => {
    void profile.open().then(() => {
      const linkedStep = stepIds.find((step) => step === location.hash.slice(1));
      if (linkedStep) profile.go(linkedStep);
    });
  }, [profile, familyId]);
}
