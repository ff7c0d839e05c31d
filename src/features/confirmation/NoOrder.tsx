import navigate from '#assets/mascot/navigate.svg?url';
import { paths } from '#config/paths.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { chat } from '#ui/icons.ts';
import { messages } from './messages.ts';

export const NoOrder = ({ whatsapp }: { whatsapp: string }) => (
  <EmptyState
    level={1}
    picture={navigate}
    title={messages.notFound.title}
    actions={
      <>
        <ButtonLink
          kind="solid"
          href={whatsappLink(whatsapp, messages.notFound.helpText)}
          target="_blank"
          rel="noopener"
        >
          <Icon path={chat} />
          {messages.notFound.help}
        </ButtonLink>
        <ButtonLink kind="line" href={paths.manageBooking}>
          {messages.notFound.newLink}
        </ButtonLink>
        <ButtonLink kind="line" href={paths.home}>
          {messages.notFound.action}
        </ButtonLink>
      </>
    }
  >
    {messages.notFound.text}
  </EmptyState>
);
