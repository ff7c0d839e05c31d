import type { ReactNode } from 'react';
import kayak from '#assets/mascot/kayak.svg?url';
import { Button } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { failureReason } from '../failed/failure-reason.ts';
import { failedMessages } from '../failed/messages.ts';
import { roleEndedMessage } from './messages.ts';

interface Props {
  title: string;
  level?: 1 | 2;
  busy?: boolean;
  /** Tries again. It is missing if that would not help. */
  onRetry?: (() => void) | undefined;
  /**
   * The error code of the call. If the user lacks the role, the message says so, and there is no button to try again.
   */
  code?: string | undefined;
  /** A text in place of the reason that the browser knows. It is null if the title is enough. */
  children?: ReactNode;
}

export const NotLoaded = ({
  title,
  level = 1,
  busy = false,
  onRetry,
  code,
  children = failureReason(),
}: Props) => (
  <EmptyState
    bad
    level={level}
    picture={kayak}
    title={title}
    actions={
      onRetry &&
      code !== 'not_allowed' && (
        <Button kind="solid" busy={busy} onClick={onRetry}>
          {failedMessages.again}
        </Button>
      )
    }
  >
    {code === 'not_allowed' ? roleEndedMessage : children}
  </EmptyState>
);
