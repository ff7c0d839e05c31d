import type { ReactNode } from 'react';
import kayak from '#assets/mascot/kayak.svg?url';
import { Button } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { whyFailed } from '../failed/why.ts';
import { failedWords } from '../failed/words.ts';

interface Props {
  title: string;
  level?: 1 | 2;
  busy?: boolean;
  /** Absent where trying again would change nothing. */
  onRetry?: (() => void) | undefined;
  /** In place of why, as far as the browser knows; null: the title says enough. */
  children?: ReactNode;
}

/** What a staff screen, or a part of it, could not read. */
export const NotLoaded = ({ title, level = 1, busy = false, onRetry, children = whyFailed() }: Props) => (
  <EmptyState
    bad
    level={level}
    picture={kayak}
    title={title}
    actions={
      onRetry && (
        <Button kind="solid" busy={busy} onClick={onRetry}>
          {failedWords.again}
        </Button>
      )
    }
  >
    {children}
  </EmptyState>
);
