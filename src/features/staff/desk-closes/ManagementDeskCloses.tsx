import { useEffect, useState } from 'react';
import type { DeskCloseDetails, OpenDeskDays } from '#contract/desk-closes.ts';
import { createManagerAccess } from '#api/manager-access.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { createListScreen } from '#ui/kit/ListScreen.tsx';
import { Notice } from '#ui/Notice.tsx';
import { managed } from '#ui/staff/Managed.tsx';
import { fetchOpenDays } from './api.ts';
import { Amounts, Items } from './DeskDay.tsx';
import { createCloseDetailsStore } from './detail.ts';
import { closeList } from './list.tsx';
import { dayMessages, detailMessages, listMessages, partMessage } from './messages.ts';

const CloseSheet = ({ record: { close, items } }: { record: DeskCloseDetails }) => (
  <>
    <header className="side-head stack gap-2">
      <h2 id="side-title">{partMessage(close)}</h2>
      <p className="quiet">{dayMessages.signedBy(close)}</p>
    </header>
    <section className="sheet desk-count">
      <Amounts close={close} />
    </section>
    <section className="sheet desk-count" aria-labelledby="close-items">
      <header>
        <h3 id="close-items">{dayMessages.items}</h3>
      </header>
      <Items items={items} hasLinks />
    </section>
  </>
);

const CloseMine = () => (
  <ButtonLink kind="solid" small href={staffPaths.deskClose}>
    {listMessages.mine}
  </ButtonLink>
);

const Closes = createListScreen({
  list: closeList,
  detail: createCloseDetailsStore,
  Sheet: CloseSheet,
  sheet: { notFound: 'desk_close_not_found', words: detailMessages },
  Actions: CloseMine,
});

/**
 * The screen `/management/desk-closes` lists all closes of the sales desk, and the days that nobody
 * has closed.
 */
function DeskCloses() {
  const [days, setDays] = useState<OpenDeskDays>([]);
  useEffect(() => {
    void fetchOpenDays().then((answer) => answer.ok && setDays(answer.value));
  }, []);
  return (
    <>
      {days.length > 0 && (
        <Notice tone="warn" title={listMessages.open} list={days.map(listMessages.openDay)} />
      )}
      <Closes />
    </>
  );
}

export default managed(createManagerAccess(), listMessages.viewOff, DeskCloses);
