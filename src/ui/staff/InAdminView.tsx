import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import kayak from '#assets/mascot/kayak.svg?url';
import { $adminView, readAdminView, setAdminView } from '#browser/admin-view.ts';
import { Button } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';

/** Hides its content while other people may see the screen. `why` explains what is hidden. */
export function InAdminView({ why, children }: { why: string; children: ReactNode }) {
  const isAdminView = useStore($adminView);
  useEffect(() => readAdminView(), []);
  if (isAdminView) return children;
  return (
    <EmptyState
      level={1}
      picture={kayak}
      title="Admin view is off"
      actions={
        <Button kind="solid" onClick={() => setAdminView(true)}>
          Switch it on
        </Button>
      }
    >
      {why}
    </EmptyState>
  );
}
