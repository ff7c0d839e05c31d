import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import kayak from '../../assets/mascot/kayak.svg?url';
import { $adminView, readAdminView, setAdminView } from '../../browser/admin-view.ts';
import { Button } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';

/** What others who look at the screen should not see: while the admin view is off, a way to switch it on (spec 1 §6). */
export function AdminViewOnly({ why, children }: { why: string; children: ReactNode }) {
  const isOn = useStore($adminView);
  useEffect(() => readAdminView(), []);
  if (isOn) return children;
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
