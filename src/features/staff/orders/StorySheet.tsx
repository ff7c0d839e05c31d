import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import type { OrderStory } from '#contract/management-orders.ts';
import { refusalWords } from '../../../api/refusal-words.ts';
import type { OpenedView } from '../../../ui/staff/opened.ts';
import { Outcome } from '../../../ui/staff/Outcome.tsx';
import { SideSheet } from '../../../ui/staff/SideSheet.tsx';
import { Bought } from './Bought.tsx';
import { Decisions } from './Decisions.tsx';
import { Head } from './Head.tsx';
import { doneWords, halfDone, refusals, storyWords } from './messages.ts';
import type { Subject } from './model.ts';
import { Money } from './Money.tsx';
import { RefundForm } from './RefundForm.tsx';
import type { End, Story } from './story.ts';
import { Timeline } from './Timeline.tsx';

interface Props {
  story: Story;
  view: Exclude<OpenedView<OrderStory, ErrorCode>, { state: 'closed' }>;
}

/** One order beside the list. */
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
  const [subject, setSubject] = useState<Subject | null>(null);
  const busy = act.state === 'busy';
  return (
    <>
      <Head story={story} told={told} busy={busy} onRefund={() => setSubject({ all: true })} />
      <Outcome act={act} done={doneWords} refused={refusedWords} />
      {subject && (
        <RefundForm
          key={'lineId' in subject ? subject.lineId : ''}
          {...{ story, told, subject, busy }}
          onLeave={() => setSubject(null)}
        />
      )}
      <Decisions {...{ story, told, busy }} />
      <Bought told={told} onRefund={({ line_id: lineId }) => setSubject({ lineId })} />
      <Money {...{ story, told, busy }} />
      <Timeline {...{ story, told, busy }} />
    </>
  );
}

const refusedWords = async ({ code, half }: Extract<End, { state: 'refused' }>): Promise<string> => {
  const text = await refusalWords(code, refusals);
  return half ? halfDone + text : text;
};
