import type { FamilyDashboard } from '#contract/family.ts';
import type { FamilyPass } from '#contract/family-passes.ts';
import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { Button } from '#ui/Button.tsx';
import { pauseMessages, shareMessages } from './pause-messages.ts';
import type { Passes } from './store.ts';

// Few passes are paused or shared, so the forms load with the first press.
const PausePanel = lazy(() => import('./PausePanel.tsx'));
const SharePanel = lazy(() => import('./SharePanel.tsx'));

interface Props {
  passes: Passes;
  family: FamilyDashboard;
  pass: FamilyPass;
  name: string;
}

/** The pauses of a pass, and what its family may do with it besides booking. */
export function PassChanges({ passes, family, pass, name }: Props) {
  const running = useStore(passes.$running);
  const panel = useStore(passes.$panel);
  const { pause } = pass;
  const mayPause =
    pass.is_valid &&
    pass.valid_until !== null &&
    pass.subscription === null &&
    pause.days_left > 0 &&
    pause.times_left > 0;
  const siblings = family.children.filter(({ id }) => pass.siblings.includes(id));
  const hiddenName = <span className="sr-only">: {`${pass.title}, ${name}`}</span>;
  const isOpen = panel?.passId === pass.id;
  return (
    <>
      {pause.planned.map((one) => (
        <div key={one.id} className="row all">
          <p className="quiet">{pauseMessages.planned(one)}</p>
          <Button
            kind="line"
            small
            busy={running === pass.id}
            onClick={() => void passes.endPause(pass.id, one.id)}
          >
            {pauseMessages.end(one)}
            {hiddenName}
          </Button>
        </div>
      ))}
      {!isOpen && (mayPause || siblings.length > 0) && (
        <div className="row">
          {mayPause && (
            <Button kind="line" small onClick={() => passes.openPanel(pass.id, 'pause')}>
              {pauseMessages.open}
              {hiddenName}
            </Button>
          )}
          {siblings.length > 0 && (
            <Button kind="line" small onClick={() => passes.openPanel(pass.id, 'share')}>
              {shareMessages.open}
              {hiddenName}
            </Button>
          )}
        </div>
      )}
      {isOpen && (
        <div
          className="all"
          role="group"
          aria-label={(panel.kind === 'pause' ? pauseMessages : shareMessages).title(pass.title, name)}
        >
          <Suspense fallback={<span className="skeleton" aria-hidden="true" />}>
            {panel.kind === 'pause' ? (
              <PausePanel passes={passes} pass={pass} name={name} />
            ) : (
              <SharePanel passes={passes} pass={pass} siblings={siblings} />
            )}
          </Suspense>
        </div>
      )}
    </>
  );
}
