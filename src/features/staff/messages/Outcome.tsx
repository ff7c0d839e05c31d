import type { ErrorCode } from '#contract/errors.ts';
import { refusalWords } from '#api/refusal-words.ts';
import { useLateWords } from '#ui/late-words.ts';
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

const wordsOf = (code: ErrorCode) => refusalWords(code, refusals);

function Refused({ code }: { code: ErrorCode }) {
  const words = useLateWords(code, wordsOf);
  return words === '' ? null : <Notice tone="bad">{words}</Notice>;
}
