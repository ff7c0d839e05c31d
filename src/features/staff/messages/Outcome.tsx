import { useEffect, useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import { refusalWords } from '../../../api/refusal-words.ts';
import { Notice } from '../../../ui/Notice.tsx';
import type { Act } from './composer.ts';
import { refusals, storyWords, writeWords } from './messages.ts';
import type { StoryAct } from './story.ts';

/** What became of what was pressed. */
export function Outcome({ act }: { act: Act | StoryAct }) {
  if (act.state === 'tried') return <Notice>{writeWords.tried(act.email)}</Notice>;
  if (act.state === 'stopped') return <Notice>{storyWords.stopDone}</Notice>;
  if (act.state === 'resent') return <Notice>{storyWords.resent}</Notice>;
  return act.state === 'refused' ? <Refused code={act.code} /> : null;
}

function Refused({ code }: { code: ErrorCode }) {
  const [words, setWords] = useState('');
  useEffect(() => {
    let current = true;
    void refusalWords(code, refusals).then((text) => current && setWords(text));
    return () => {
      current = false;
    };
  }, [code]);
  return words === '' ? null : <Notice tone="bad">{words}</Notice>;
}
