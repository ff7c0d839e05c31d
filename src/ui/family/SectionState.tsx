import type { ReactNode } from 'react';
import { isOffline } from '#browser/online.ts';
import { Button } from '../Button.tsx';
import { offline as youAreOffline } from '#domain/offline-messages.ts';
import { failedMessages } from '../failed/messages.ts';
import { Notice } from '../Notice.tsx';
import { Spinner } from '../Spinner.tsx';

export const SectionWaiting = ({ rows = 3, label }: { rows?: number; label: string }) => (
  <div className="section-waiting stack">
    <Spinner centered>{label}</Spinner>
    {Array.from({ length: rows }, (_, index) => (
      <span key={index} className="skeleton" aria-hidden="true" />
    ))}
  </div>
);

interface FailedProps {
  title: string;
  offline?: string;
  children?: ReactNode;
  onRetry: () => void;
}

export const SectionFailed = ({ title, offline = youAreOffline, children, onRetry }: FailedProps) => (
  <Notice
    tone="bad"
    title={title}
    actions={
      <Button kind="line" small onClick={onRetry}>
        {failedMessages.again}
      </Button>
    }
  >
    {children ?? (isOffline() ? offline : 'Please try again in a moment.')}
  </Notice>
);
