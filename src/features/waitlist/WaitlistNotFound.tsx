import head from '#assets/mascot/head.svg?url';
import navigate from '#assets/mascot/navigate.svg?url';
import { bookingPath, paths } from '#config/paths.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { notFoundMessages, messages } from './messages.ts';
import type { NotFoundReason } from './store.ts';

interface Props {
  why: NotFoundReason;
  whatsapp: string;
  onRetry?: () => void;
}

/** Says why there is nothing to wait for, and links to alternatives. */
export function WaitlistNotFound({ why, whatsapp, onRetry }: Props) {
  const hasFailed = why === 'failed';
  return (
    <div className="wrap column column-state">
      <EmptyState
        level={1}
        bad={hasFailed}
        picture={hasFailed ? head : navigate}
        title={notFoundMessages[why].title}
        actions={
          <>
            {hasFailed && (
              <Button kind="solid" onClick={onRetry}>
                {messages.tryAgain}
              </Button>
            )}
            {why === 'waitlist_entry_not_found' ? (
              <ButtonLink
                kind="line"
                href={whatsappLink(whatsapp, messages.helpText)}
                target="_blank"
                rel="noopener"
              >
                {messages.help}
              </ButtonLink>
            ) : (
              <>
                <ButtonLink kind="line" href={bookingPath}>
                  Weekend classes
                </ButtonLink>
                <ButtonLink kind="line" href={paths.campsNew}>
                  Holiday camps
                </ButtonLink>
              </>
            )}
          </>
        }
      >
        {notFoundMessages[why].text}
      </EmptyState>
    </div>
  );
}
