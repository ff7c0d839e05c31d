import { useStore } from '@nanostores/react';
import { Button } from '../../ui/Button.tsx';
import { cancelWords, messages } from './messages.ts';
import { Panel } from './Panel.tsx';
import type { Manage } from './store.ts';

interface Props {
  manage: Manage;
  lineIds: string[];
  refundCents: number;
  title: string;
  rule?: string | null;
  /** What else goes with it. */
  more?: string | null;
}

/** The rule and the exact refund first; then the question. */
export function CancelPanel({ manage, lineIds, refundCents, title, rule, more }: Props) {
  const busy = useStore(manage.$busy);
  return (
    <Panel title={title}>
      {rule && <p>{rule}</p>}
      <p>
        <b>{cancelWords.refund(refundCents)}</b> {cancelWords.free}
      </p>
      {more && <p>{more}</p>}
      <div className="row">
        <Button busy={busy} onClick={() => void manage.cancel(lineIds, refundCents)}>
          {cancelWords.confirm(refundCents)}
        </Button>
        <Button kind="line" onClick={manage.close}>
          {messages.keep}
        </Button>
      </div>
    </Panel>
  );
}
