import type { ReactNode } from 'react';
import head from '#assets/mascot/head.svg?url';
import navigate from '#assets/mascot/navigate.svg?url';
import { paths, signInPath } from '#config/paths.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { chat } from '#ui/icons.ts';
import { unavailableMessages, messages } from './messages.ts';
import type { View } from './state.ts';

interface Props {
  why: Extract<View, { state: 'unavailable' }>['why'];
  whatsapp: string;
  onRetry?: () => void;
  children: ReactNode;
}

export function NoBooking({ why, whatsapp, onRetry, children }: Props) {
  const hasFailed = why === 'failed';
  const { title, text } = unavailableMessages[why];
  return (
    <div className="wrap column column-state manage-state">
      <EmptyState
        level={1}
        bad={hasFailed}
        picture={hasFailed ? head : navigate}
        title={title}
        actions={
          <>
            {hasFailed && (
              <Button kind="solid" onClick={onRetry}>
                {messages.tryAgain}
              </Button>
            )}
            {why === 'link_expired' && (
              <ButtonLink kind="solid" href={signInPath(paths.familyBase)}>
                {messages.signIn}
              </ButtonLink>
            )}
            <ButtonLink
              kind="line"
              href={whatsappLink(whatsapp, unavailableMessages.helpText)}
              target="_blank"
              rel="noopener"
            >
              <Icon path={chat} />
              {messages.help}
            </ButtonLink>
          </>
        }
      >
        {text}
      </EmptyState>
      {!hasFailed && children}
    </div>
  );
}
