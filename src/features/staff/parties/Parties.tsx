import { useEffect, useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import type { BirthdayEnquiry, PartyDetails, StaffParty } from '#contract/management-parties.ts';
import { createManagerAccess } from '#api/manager-access.ts';
import { Button } from '#ui/Button.tsx';
import { createListScreen } from '#ui/kit/ListScreen.tsx';
import { useNewInAddress } from '#ui/kit/new-in-address.ts';
import { managed } from '#ui/staff/Managed.tsx';
import type { List } from '#ui/staff/table/list.ts';
import { fetchEnquiries } from './api.ts';
import { createPartyDetailsStore, type PartyDetailsStore } from './detail.ts';
import { Enquiries, type Waiting } from './Enquiries.tsx';
import { partyList } from './list.tsx';
import { listMessages, detailMessages } from './messages.ts';
import type { PartyOptions } from './model.ts';
import { NewParty } from './NewParty.tsx';
import { PartySheet } from './PartySheet.tsx';

type Panel = 'none' | 'enquiries' | { make: BirthdayEnquiry | null };

interface Props {
  list: List<StaffParty>;
  detail: PartyDetailsStore;
  options: PartyOptions;
}

/** Buttons that open the enquiries without a party, and the form for a new party. */
function Actions({ list, detail, options }: Props) {
  const [isNew, setNew] = useNewInAddress();
  const [panel, setPanelState] = useState<Panel>(isNew === null ? 'none' : { make: null });
  const setPanel = (next: Panel) => {
    setNew(null);
    setPanelState(next);
  };
  const [waiting, setWaiting] = useState<Waiting>({ state: 'loading' });
  useEffect(() => void readWaiting(), []);
  async function readWaiting(): Promise<void> {
    setWaiting({ state: 'loading' });
    const answer = await fetchEnquiries();
    setWaiting(answer.ok ? { state: 'ready', ...answer.value } : { state: 'failed' });
  }
  return (
    <>
      {(waiting.state !== 'ready' || waiting.first.length > 0) && (
        <Button kind="line" small busy={waiting.state === 'loading'} onClick={() => setPanel('enquiries')}>
          {waiting.state === 'ready'
            ? listMessages.enquiries(waiting.first.length, waiting.more)
            : listMessages.enquiries(0, false)}
        </Button>
      )}
      <Button kind="solid" small onClick={() => setPanel({ make: null })}>
        {listMessages.create}
      </Button>
      {panel === 'enquiries' && (
        <Enquiries
          waiting={waiting}
          onRetry={() => void readWaiting()}
          onMake={(make) => setPanel({ make })}
          onClose={() => setPanel('none')}
        />
      )}
      {typeof panel === 'object' && (
        <NewParty
          enquiry={panel.make}
          options={options}
          onClose={() => setPanel('none')}
          onMade={(id) => {
            setPanel('none');
            void list.read();
            void readWaiting();
            detail.open(id);
          }}
        />
      )}
    </>
  );
}

/** The screen `/admin/birthday-rsvps` lists the parties and shows one beside the list (spec 1 §2). */
const Parties = createListScreen<
  StaffParty,
  PartyDetails,
  ErrorCode,
  PartyDetailsStore,
  { options: PartyOptions }
>({
  list: partyList,
  detail: createPartyDetailsStore,
  Sheet: PartySheet,
  sheet: { notFound: 'party_not_found', words: detailMessages },
  Actions,
});

export default managed(
  createManagerAccess(),
  listMessages.viewOffText,
  ({ forms, packages }: PartyOptions) => <Parties options={{ forms, packages }} />,
);
