import { errorText } from '#api/error-text.ts';
import { Outcome as Said } from '#ui/staff/Outcome.tsx';
import { doneWords, refusals } from './messages.ts';
import type { Act } from './store.ts';

type End = Extract<Act, { state: 'done' | 'refused' }>;
const refusedWords = ({ code }: Extract<End, { state: 'refused' }>) => errorText(code, refusals);

export const Outcome = ({ act }: { act: Act }) => (
  <Said<End> act={act} done={doneWords} refused={refusedWords} />
);
