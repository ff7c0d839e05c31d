import type { ErrorCode } from '#contract/errors.ts';
import { errorText } from '#api/error-text.ts';
import { useLazyText } from '#ui/use-lazy-text.ts';
import { Notice } from '#ui/Notice.tsx';
import type { Act } from './composer.ts';
import { refusals, storyWords, writeWords } from './messages.ts';
import type { StoryAct } from './story.ts';

export function Outcome({ act }: { act: Act | StoryAct }) {
  if (act.state === 'tried') return <Notice>{writeWords.tried(act.email)}</Notice>;
  if (act.state === 'stopped') return <Notice>{storyWords.stopDone}</Notice>;
  if (act.state === 'resent') return <Notice>{storyWords.resent}</Notice>;
  return act.state === 'refused' ? <Refused code={act.code} /> : null;
}

const wordsOf = (code: ErrorCode) => errorText(code, refusals);

function Refused({ code }: { code: ErrorCode }) {
  const words = useLazyText(code, wordsOf);
  return words === '' ? null : <Notice tone="bad">{words}</Notice>;
}
