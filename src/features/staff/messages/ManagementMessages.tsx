import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createManagerAccess } from '#api/manager-access.ts';
import { Icon } from '#ui/Icon.tsx';
import { mail } from '#ui/icons.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { managed } from '#ui/staff/Managed.tsx';
import { createList } from '#ui/staff/table/list.ts';
import { StaffList } from '#ui/staff/table/StaffList.tsx';
import { Compose } from './Compose.tsx';
import { messageList } from './list.tsx';
import { listMessages } from './messages.ts';
import { createMessagesScreen } from './navigation.ts';
import { SentMessage } from './SentMessage.tsx';

/** The screen `/management/messages` shows the sent messages, one of them, or the form for a new one. */
function Messages() {
  const [list] = useState(() => createList(messageList));
  const [screen] = useState(() =>
    createMessagesScreen((message) => list.replace((row) => row.message_id === message.message_id, message)),
  );
  const view = useStore(screen.$view);
  useEffect(() => screen.watch(), [screen]);
  if (view.state === 'writing') return <Compose screen={screen} />;
  if (view.state !== 'list') return <SentMessage key={view.id} screen={screen} shown={view} />;
  return (
    <StaffList
      spec={messageList}
      list={list}
      hrefOf={({ message_id }) => screen.hrefOf(message_id)}
      onOpen={({ message_id }) => screen.open(message_id)}
      openId={null}
      actions={
        <ButtonLink
          kind="solid"
          small
          href={screen.newHref()}
          onClick={(event) => {
            event.preventDefault();
            screen.write();
          }}
        >
          <Icon path={mail} />
          {listMessages.write}
        </ButtonLink>
      }
    />
  );
}

export default managed(createManagerAccess(), listMessages.viewOffText, Messages);
