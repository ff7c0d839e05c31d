import { useEffect, useState } from 'react';
import { refusalWords } from '../../../api/refusal-words.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { doneWords, refusals } from './messages.ts';
import type { Act } from './store.ts';

export function Outcome({ act }: { act: Act }) {
  const [text, setText] = useState('');
  useEffect(() => {
    if (act.state !== 'refused') return;
    let current = true;
    void refusalWords(act.code, refusals).then((said) => {
      if (current) setText(said);
    });
    return () => {
      current = false;
      setText('');
    };
  }, [act]);
  if (act.state === 'done') return <Notice>{doneWords(act)}</Notice>;
  return text === '' ? null : <Notice tone="bad">{text}</Notice>;
}
