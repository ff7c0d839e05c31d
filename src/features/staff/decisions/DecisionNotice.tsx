import { errorText } from '#api/error-text.ts';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import { doneMessage, refusals } from './messages.ts';
import type { Outcome } from './store.ts';

const refusedMessage = ({ code }: Extract<Outcome, { state: 'refused' }>) => errorText(code, refusals);

export const DecisionNotice = ({ outcome }: { outcome: Outcome | null }) => (
  <OutcomeNotice outcome={outcome} done={doneMessage} refused={refusedMessage} />
);
