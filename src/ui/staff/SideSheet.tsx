import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { failedMessages } from '../failed/messages.ts';
import type { OpenedView } from './opened.ts';
import { SideFrame, SideWaiting } from './SideFrame.tsx';

interface Props<Told, Code extends string> {
  view: Exclude<OpenedView<Told, Code>, { state: 'closed' }>;
  /** The error code that means that the record does not exist. */
  gone: Code;
  words: { close: string; loading: string; failed: string; gone: string };
  onClose: () => void;
  onAgain: () => void;
  /** The children must contain a heading with the id `side-title`. */
  children: (told: Told) => ReactNode;
}

/** One row of a list in full, in the panel beside it. */
export const SideSheet = <Told, Code extends string>(props: Props<Told, Code>) => (
  <SideFrame closeLabel={props.words.close} onClose={props.onClose}>
    {props.view.state === 'ready' ? props.children(props.view.told) : <NotYet {...props} view={props.view} />}
  </SideFrame>
);

function NotYet<Told, Code extends string>({
  view,
  gone,
  words,
  onAgain,
}: Omit<Props<Told, Code>, 'view'> & {
  view: Extract<OpenedView<Told, Code>, { state: 'loading' | 'failed' }>;
}) {
  if (view.state === 'loading') return <SideWaiting title={words.loading} />;
  const isGone = view.code === gone;
  return (
    <>
      <h2 id="side-title">{isGone ? words.gone : words.failed}</h2>
      {!isGone && (
        <Button kind="solid" onClick={onAgain}>
          {failedMessages.again}
        </Button>
      )}
    </>
  );
}
