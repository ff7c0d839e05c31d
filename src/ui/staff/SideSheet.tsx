import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { failedMessages } from '../failed/messages.ts';
import type { DetailView } from '../kit/detail.ts';
import { roleEndedMessage } from './messages.ts';
import { SideFrame, SideWaiting } from './SideFrame.tsx';

interface Props<Record, Code extends string> {
  view: Exclude<DetailView<Record, Code>, { state: 'closed' }>;
  /** The error code for a record that does not exist. */
  notFound: Code;
  words: { close: string; loading: string; failed: string; notFound: string };
  onClose: () => void;
  onAgain: () => void;
  /** Shows the record. It must contain a heading with the id `side-title`. */
  children: (record: Record) => ReactNode;
}

export const SideSheet = <Record, Code extends string>(props: Props<Record, Code>) => (
  <SideFrame closeLabel={props.words.close} onClose={props.onClose}>
    {props.view.state === 'ready' ? (
      props.children(props.view.record)
    ) : (
      <NotYet {...props} view={props.view} />
    )}
  </SideFrame>
);

function NotYet<Record, Code extends string>({
  view,
  notFound,
  words,
  onAgain,
}: Omit<Props<Record, Code>, 'view'> & {
  view: Extract<DetailView<Record, Code>, { state: 'loading' | 'failed' }>;
}) {
  if (view.state === 'loading') return <SideWaiting title={words.loading} />;
  const isNotFound = view.code === notFound;
  const hasNoRole = view.code === 'not_allowed';
  return (
    <>
      <h2 id="side-title">{isNotFound ? words.notFound : words.failed}</h2>
      {hasNoRole && <p>{roleEndedMessage}</p>}
      {!isNotFound && !hasNoRole && (
        <Button kind="solid" onClick={onAgain}>
          {failedMessages.again}
        </Button>
      )}
    </>
  );
}
