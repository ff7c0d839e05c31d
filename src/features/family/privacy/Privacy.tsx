import type { PrivacyReceipt } from '#contract/family-privacy.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $family, openFamily } from '#api/family.ts';
import navigate from '#assets/mascot/navigate.svg?url';
import paw from '#assets/mascot/paw.svg?url';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SectionFailed, SectionWaiting } from '#ui/family/SectionState.tsx';
import { CalendarCard } from '#ui/calendar-link/CalendarCard.tsx';
import { CopyCard } from './CopyCard.tsx';
import { EraseCard } from './EraseCard.tsx';
import { InstallCard } from './InstallCard.tsx';
import { RetentionTable } from './RetentionTable.tsx';
import { calendarText, messages } from './messages.ts';
import { ReadDocument } from './ReadDocument.tsx';
import { ViewLog } from './ViewLog.tsx';
import type { PrivacyStore } from './store.ts';

export function Privacy({ privacy }: { privacy: PrivacyStore }) {
  const { receipt } = privacy;
  const document = useStore(privacy.copy.$document);
  useEffect(() => {
    void receipt.open();
    // The app's frame has already requested the family. This stores the answer for the other screens.
    void openFamily();
  }, [receipt]);
  if (document) return <ReadDocument document={document} onBack={privacy.copy.close} />;
  return (
    <>
      <div className="family-head stack mb-7 gap-2.5">
        <p className="kick">
          <img src={paw} width="20" height="20" alt="" />
          {messages.kick}
        </p>
        <h1>{messages.title}</h1>
        <p className="lead">{messages.lead}</p>
      </div>
      <PrivacyReceiptView privacy={privacy} />
    </>
  );
}

function PrivacyReceiptView({ privacy }: { privacy: PrivacyStore }) {
  const view = useStore(privacy.receipt.$view);
  const family = useStore($family);
  const hasNoFamily = family.state === 'ready' && family.family.family === null;
  switch (view.state) {
    case 'loading':
      return <SectionWaiting rows={4} label={messages.loading} />;
    case 'failed':
      return (
        <SectionFailed title={messages.failed} offline={messages.offline} onRetry={privacy.receipt.retry} />
      );
    case 'ready':
      if (hasNoFamily) return <WithoutFamily privacy={privacy} erasing={view.receipt.erasing} />;
      return (
        <div className="pair">
          <div className="stack gap-9">
            <ViewLog receipt={privacy.receipt} reads={view.receipt.reads} />
            <RetentionTable retention={view.receipt.retention} />
          </div>
          <div className="stack gap-9">
            <CopyCard copy={privacy.copy} />
            <CalendarCard calendar={privacy.calendar} link={view.receipt.calendar_link} text={calendarText} />
            <InstallCard install={privacy.install} />
            <EraseCard erase={privacy.erase} erasing={view.receipt.erasing} />
          </div>
        </div>
      );
  }
}

const WithoutFamily = ({
  privacy,
  erasing,
}: {
  privacy: PrivacyStore;
  erasing: PrivacyReceipt['erasing'];
}) => (
  <>
    <EmptyState picture={navigate} level={2} title={messages.none}>
      {messages.noneText}
    </EmptyState>
    <div className="pair mt-9">
      <InstallCard install={privacy.install} />
      {erasing.may && <EraseCard erase={privacy.erase} erasing={erasing} alone />}
    </div>
  </>
);
