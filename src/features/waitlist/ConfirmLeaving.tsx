import { longWhoAndWhere } from '#contract/place-names.ts';
import type { WaitlistView } from '#contract/waitlists.ts';
import { useStore } from '@nanostores/react';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { Waitlist } from './store.ts';

interface Props {
  waitlist: Waitlist;
  entry: WaitlistView;
  question: { title: string; text: string; act: string; keep: string };
  onKeep: () => void;
  onAct: () => Promise<void>;
}

/** Asks for confirmation. The question names the children, the class or camp, its base and its day. */
export function ConfirmLeaving({ waitlist, entry, question, onKeep, onAct }: Props) {
  const { title, text, act, keep } = question;
  const busy = useStore(waitlist.$busy);
  return (
    <Notice
      tone="warn"
      title={title}
      actions={
        <ConfirmActions small keep={keep} onKeep={onKeep} act={act} onAct={() => void onAct()} busy={busy} />
      }
    >
      <span className="mb-2 block">
        {longWhoAndWhere(
          entry.children.flatMap(({ name }) => name ?? []),
          entry,
        )}
      </span>
      {text}
    </Notice>
  );
}
