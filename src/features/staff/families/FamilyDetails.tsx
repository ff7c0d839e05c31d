import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import type { FamilyPage } from '#contract/management-families.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import type { DetailView } from '#ui/kit/detail.ts';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { inPage } from '#ui/in-page.ts';
import { Channels } from './Channels.tsx';
import { Balance } from './Balance.tsx';
import { Consents } from './Consents.tsx';
import { UpcomingBookings, PastBookings } from './Bookings.tsx';
import { Orders, Passes, WaitlistEntries } from './Purchases.tsx';
import { Children } from './Children.tsx';
import type { FamilyDetailsStore } from './detail.ts';
import { AccountTag } from './list.tsx';
import { AccessLog } from './AccessLog.tsx';
import { PossibleDuplicates } from './Merge.tsx';
import { ChangePanel } from './ChangePanel.tsx';
import { doneMessage, pageMessages, refusedMessage } from './messages.ts';
import { Notes } from './Notes.tsx';
import { Parents } from './Parents.tsx';
import { PrivacyRequests } from './PrivacyRequests.tsx';

interface Props {
  detail: FamilyDetailsStore;
  view: Exclude<DetailView<FamilyPage, ErrorCode>, { state: 'closed' }>;
}

/** Shows the page of a family in place of the list. */
export function FamilyDetails({ detail, view }: Props) {
  return (
    <article className="family-page stack gap-3.5">
      <p className="family-back no-print">
        <a href={staffPaths.managementFamilies} onClick={inPage(detail.close)}>
          {pageMessages.back}
        </a>
      </p>
      {view.state === 'ready' ? (
        <LoadedFamily detail={detail} details={view.record} />
      ) : (
        <NotYet detail={detail} view={view} />
      )}
    </article>
  );
}

function NotYet({
  detail,
  view,
}: {
  detail: FamilyDetailsStore;
  view: Exclude<Props['view'], { state: 'ready' }>;
}) {
  if (view.state === 'loading')
    return (
      <ScreenWaiting
        title={pageMessages.loading}
        className="family-waiting"
        bars={['title', 'part', 'part']}
      />
    );
  return view.code === 'family_not_found' ? (
    <NotLoaded title={pageMessages.notFound}>{pageMessages.notFoundText}</NotLoaded>
  ) : (
    <NotLoaded title={pageMessages.failed} code={view.code} onRetry={() => void detail.retry()} />
  );
}

function LoadedFamily({ detail, details }: { detail: FamilyDetailsStore; details: FamilyPage }) {
  const outcome = useStore(detail.$outcome);
  const busy = useStore(detail.$busy);
  const change = useStore(detail.$change);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed row has disappeared, so the focus moves to the family's name.
  useEffect(() => heading.current?.focus(), []);
  const wasViewed = outcome?.state === 'done' && outcome.what === 'looked';
  return (
    <>
      <header className="staff-family-head stack gap-1.5">
        <h1 tabIndex={-1} ref={heading}>
          {details.family.name} <AccountTag has={details.family.has_account} />
        </h1>
        <p className="quiet">{pageMessages.facts(details)}</p>
        <p className="tags">
          {details.proposals > 0 && (
            <span className="tag warn">{pageMessages.proposals(details.proposals)}</span>
          )}
          {details.notes.length > 0 && (
            <a className="tag" href="#notes">
              {pageMessages.notes(details.notes.length)}
            </a>
          )}
          {details.same.length > 0 && (
            <a className="tag warn" href="#same">
              {pageMessages.possibleDuplicate}
            </a>
          )}
        </p>
      </header>
      {!wasViewed && <OutcomeNotice outcome={outcome} done={doneMessage} refused={refusedMessage} />}
      {change && <ChangePanel detail={detail} change={change} />}
      <div className="family-columns">
        <div>
          <Children detail={detail} details={details} busy={busy} />
          <Parents detail={detail} details={details} busy={busy} />
          <Channels details={details} />
          <UpcomingBookings details={details} />
          <WaitlistEntries details={details} />
          <Passes detail={detail} details={details} />
          <Orders details={details} />
          <Balance familyId={details.family.family_id} />
          <PastBookings details={details} />
        </div>
        <div>
          <Notes detail={detail} details={details} busy={busy} />
          <AccessLog details={details} />
          <Consents detail={detail} details={details} busy={busy} />
          <PossibleDuplicates detail={detail} details={details} />
          <PrivacyRequests familyId={details.family.family_id} name={details.family.name} />
        </div>
      </div>
    </>
  );
}
