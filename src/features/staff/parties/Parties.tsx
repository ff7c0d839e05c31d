import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { BirthdayEnquiry } from '#contract/management-parties.ts';
import { createAccess } from '#api/access.ts';
import { paths } from '#config/paths.ts';
import { managerRoles } from '#domain/managers.ts';
import { Button } from '#ui/Button.tsx';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Managed } from '#ui/staff/Managed.tsx';
import { StaffList } from '#ui/staff/table/StaffList.tsx';
import { fetchEnquiries } from './api.ts';
import { Enquiries, type Waiting } from './Enquiries.tsx';
import { commonViews, partyColumns, partyFile, partyList, partyViews } from './list-rules.tsx';
import { listWords } from './messages.ts';
import { NewParty } from './NewParty.tsx';
import { PartySheet } from './PartySheet.tsx';
import { createPartyDetail } from './detail.ts';
import type { Known } from './model.ts';

const guard = createAccess({ roles: managerRoles, fallback: paths.home });

/** `/admin/birthday-rsvps`: the parties, and one in full beside them (spec 1 §2). */
const Parties = (known: Known) => (
  <Managed guard={guard} why={listWords.viewOffText}>
    {() => <Screen known={known} />}
  </Managed>
);

type Panel = 'none' | 'enquiries' | { make: BirthdayEnquiry | null };

function Screen({ known }: { known: Known }) {
  const [list] = useState(partyList);
  const [views] = useState(partyViews);
  const [detail] = useState(() =>
    createPartyDetail((party) => list.replace((row) => row.party_id === party.party_id, party)),
  );
  const shown = useStore(detail.$view);
  const [panel, setPanel] = useState<Panel>('none');
  const [waiting, setWaiting] = useState<Waiting>({ state: 'loading' });
  useEffect(() => detail.watch(), [detail]);
  useEffect(() => void readWaiting(), []);
  async function readWaiting(): Promise<void> {
    setWaiting({ state: 'loading' });
    const answer = await fetchEnquiries();
    setWaiting(answer.ok ? { state: 'ready', ...answer.value } : { state: 'failed' });
  }
  return (
    <>
      <StaffList
        title={listWords.title}
        empty={listWords.empty}
        what={[listWords.one, listWords.several]}
        list={list}
        views={views}
        ownViews={commonViews}
        columns={partyColumns}
        file={partyFile}
        idOf={({ party_id }) => party_id}
        hrefOf={({ party_id }) => detail.hrefOf(party_id)}
        onOpen={({ party_id }) => detail.open(party_id)}
        openId={shown.state === 'closed' ? null : shown.id}
        actions={
          <>
            {(waiting.state !== 'ready' || waiting.count > 0) && (
              <Button
                kind="line"
                small
                busy={waiting.state === 'loading'}
                onClick={() => setPanel('enquiries')}
              >
                {listWords.enquiries(waiting.state === 'ready' ? waiting.count : 0)}
              </Button>
            )}
            <Button kind="solid" small onClick={() => setPanel({ make: null })}>
              {listWords.create}
            </Button>
          </>
        }
      />
      {shown.state !== 'closed' && <PartySheet key={shown.id} {...{ detail, known }} view={shown} />}
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
          known={known}
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

export default inBoundary(Parties);
