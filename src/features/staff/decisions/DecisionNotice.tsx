import { errorText } from '#api/error-text.ts';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import { doneWords, refusals } from './messages.ts';
import type { Outcome } from './store.ts';

const refusedWords = ({ code }: Extract<Outcome, { state: 'refused' }>) => errorText(code, refusals);

export const DecisionNotice = ({ outcome }: { outcome: Outcome | null }) => (
  <OutcomeNotice outcome={outcome} done={doneWords} refused={refusedWords} />
);
