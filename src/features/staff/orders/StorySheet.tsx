import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { OrderStory } from '#contract/management-orders.ts';
import { refusalWords } from '../../../api/refusal-words.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { close } from '../../../ui/icons.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import { Bought } from './Bought.tsx';
import { Decisions } from './Decisions.tsx';
import { Head } from './Head.tsx';
import { doneWords, halfDone, refusals, storyWords } from './messages.ts';
import { Money } from './Money.tsx';
import { RefundForm } from './RefundForm.tsx';
import type { Act, Story, StoryView } from './story.ts';
import { Timeline } from './Timeline.tsx';

interface Props {
  story: Story;
  view: Exclude<StoryView, { state: 'closed' }>;
}

/** One order beside the list; on a phone it has the screen. */
export function StorySheet({ story, view }: Props) {
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className="story"
      aria-labelledby="story-title"
      onCancel={(event) => {
        event.preventDefault();
        story.close();
      }}
    >
      <button type="button" className="story-close" aria-label={storyWords.close} onClick={story.close}>
        <Icon path={close} />
      </button>
      {view.state === 'ready' ? (
        <Whole story={story} told={view.story} />
      ) : (
        <NotYet story={story} view={view} />
      )}
    </dialog>
  );
}

function NotYet({
  story,
  view,
}: {
  story: Story;
  view: Extract<StoryView, { state: 'loading' | 'failed' }>;
}) {
  if (view.state === 'loading')
    return (
      <div className="story-waiting">
        <h2 id="story-title" className="sr-only">
          {storyWords.loading}
        </h2>
        <span className="skeleton title" />
        <span className="skeleton part" />
        <span className="skeleton part" />
      </div>
    );
  const isGone = view.code === 'order_not_found';
  return (
    <>
      <h2 id="story-title">{isGone ? storyWords.gone : storyWords.failed}</h2>
      {!isGone && (
        <Button kind="solid" onClick={() => void story.retry()}>
          {storyWords.again}
        </Button>
      )}
    </>
  );
}

function Whole({ story, told }: { story: Story; told: OrderStory }) {
  const act = useStore(story.$act);
  const form = useStore(story.$form);
  useFocusBack(form !== null, act);
  const busy = act.state === 'busy';
  const outcome = <Outcome act={act} />;
  return (
    <>
      <Head story={story} told={told} busy={busy} onRefund={() => story.openRefund({ all: true })} />
      {form ? (
        <RefundForm
          key={'lineId' in form.subject ? form.subject.lineId : ''}
          {...{ story, told, form, busy, outcome }}
        />
      ) : (
        outcome
      )}
      <Decisions {...{ story, told, busy }} />
      <Bought told={told} onRefund={({ line_id: lineId }) => story.openRefund({ lineId })} />
      <Money {...{ story, told, busy }} />
      <Timeline {...{ story, told, busy }} />
    </>
  );
}

/** What had the focus before the form has it again; where that is gone, or an act took away what had it, the title. */
function useFocusBack(isOpen: boolean, act: Act): void {
  const before = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen && wasOpen.current && before.current?.isConnected) before.current.focus();
    else if (!isOpen && act.state === 'done' && (wasOpen.current || document.activeElement === document.body))
      document.getElementById('story-title')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, act]);
  // The press that opens the form is the last thing that has the focus outside of it.
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.closest('.refund-form') === null) before.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
}

function Outcome({ act }: { act: Act }) {
  const [words, setWords] = useState('');
  useEffect(() => {
    if (act.state !== 'refused') return;
    let current = true;
    void refusalWords(act.code, refusals).then((text) => {
      if (current) setWords(act.half ? halfDone + text : text);
    });
    return () => {
      current = false;
      setWords('');
    };
  }, [act]);
  if (act.state === 'done') return <Notice>{doneWords(act)}</Notice>;
  return words === '' ? null : <Notice tone="bad">{words}</Notice>;
}
