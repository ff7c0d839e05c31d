import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { paths } from '#config/paths.ts';
import { managerRoles } from '#domain/managers.ts';
import { Icon } from '#ui/Icon.tsx';
import { mail } from '#ui/icons.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Managed } from '#ui/staff/Managed.tsx';
import { StaffList } from '#ui/staff/table/StaffList.tsx';
import { Compose } from './Compose.tsx';
import { commonViews, messageColumns, messageFile, messageList, messageViews } from './list-rules.tsx';
import { listWords } from './messages.ts';
import { createPlace } from './detail.ts';
import { Sent } from './Sent.tsx';

const guard = createAccess({ roles: managerRoles, fallback: paths.home });

/** `/management/messages`: the sent messages, one of them, and the form for a new one. */
const ManagementMessages = () => (
  <Managed guard={guard} why={listWords.viewOffText}>
    {() => <Screen />}
  </Managed>
);

function Screen() {
  const [list] = useState(messageList);
  const [views] = useState(messageViews);
  const [place] = useState(() =>
    createPlace((message) => list.replace((row) => row.message_id === message.message_id, message)),
  );
  const shown = useStore(place.$place);
  useEffect(() => place.watch(), [place]);
  if (shown.state === 'writing') return <Compose place={place} />;
  if (shown.state !== 'list') return <Sent key={shown.id} place={place} shown={shown} />;
  return (
    <StaffList
      title={listWords.title}
      empty={listWords.empty}
      what={[listWords.one, listWords.several]}
      list={list}
      views={views}
      ownViews={commonViews}
      columns={messageColumns}
      file={messageFile}
      idOf={({ message_id }) => message_id}
      hrefOf={({ message_id }) => place.hrefOf(message_id)}
      onOpen={({ message_id }) => place.open(message_id)}
      openId={null}
      actions={
        <ButtonLink
          kind="solid"
          small
          href={place.newHref()}
          onClick={(event) => {
            event.preventDefault();
            place.write();
          }}
        >
          <Icon path={mail} />
          {listWords.write}
        </ButtonLink>
      }
    />
  );
}

export default inBoundary(ManagementMessages);
