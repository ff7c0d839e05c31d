import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import type { OrderStory } from '#contract/management-orders.ts';
import { errorText } from '#api/error-text.ts';
import type { Act, OpenedView } from '#ui/staff/opened.ts';
import { Outcome } from '#ui/staff/Outcome.tsx';
import { SideSheet } from '#ui/staff/SideSheet.tsx';
import { Bought } from './Bought.tsx';
import { Decisions } from './Decisions.tsx';
import { Head } from './Head.tsx';
import { doneWords, refusals, storyWords } from './messages.ts';
import { Money } from './Money.tsx';
import { RefundForm } from './RefundForm.tsx';
import type { End, Story } from './story.ts';
import { Timeline } from './Timeline.tsx';

interface Props {
  story: Story;
  view: Exclude<OpenedView<OrderStory, ErrorCode>, { state: 'closed' }>;
}

export const StorySheet = ({ story, view }: Props) => (
  <SideSheet
    view={view}
    gone="order_not_found"
    words={storyWords}
    onClose={story.close}
    onAgain={() => void story.retry()}
  >
    {(told) => <Whole story={story} told={told} />}
  </SideSheet>
);

function Whole({ story, told }: { story: Story; told: OrderStory }) {
  const act = useStore(story.$act);
  const form = useStore(story.$form);
  useFocusBack(form !== null, act);
  const busy = act.state === 'busy';
  const outcome = <Outcome act={act} done={doneWords} refused={refusedWords} />;
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
      <Bought
        told={told}
        chosen={form && 'lineId' in form.subject ? form.subject.lineId : null}
        onRefund={({ line_id: lineId }) => story.openRefund({ lineId })}
      />
      <Money {...{ story, told, busy }} />
      <Timeline {...{ story, told, busy }} />
    </>
  );
}

/**
 * Returns the focus to the element that had it before the form opened. If that element is gone, or an action removed
 * the focused one, the title takes it.
 */
function useFocusBack(isOpen: boolean, act: Act<End>): void {
  const before = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen && wasOpen.current && before.current?.isConnected) before.current.focus();
    else if (!isOpen && act.state === 'done' && (wasOpen.current || document.activeElement === document.body))
      document.getElementById('side-title')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, act]);
  // The last focused element outside the form is the button that opened it.
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.closest('.refund-form') === null) before.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
}

const refusedWords = ({ code }: Extract<End, { state: 'refused' }>) => errorText(code, refusals);
