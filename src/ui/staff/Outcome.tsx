import { useEffect, useState } from 'react';
import { Notice } from '../Notice.tsx';
import type { Act } from './opened.ts';

interface Props<End extends { state: 'done' | 'refused' }> {
  act: Act<End>;
  done: (end: Extract<End, { state: 'done' }>) => string;
  /** The words of a refusal may have to be fetched. */
  refused: (end: Extract<End, { state: 'refused' }>) => Promise<string>;
}

/** What the last act came to. */
export function Outcome<End extends { state: 'done' | 'refused' }>({ act, done, refused }: Props<End>) {
  const [words, setWords] = useState('');
  useEffect(() => {
    if (!isEnd(act, 'refused')) return;
    let current = true;
    void refused(act).then((text) => {
      if (current) setWords(text);
    });
    return () => {
      current = false;
      setWords('');
    };
  }, [act, refused]);
  if (isEnd(act, 'done')) return <Notice>{done(act)}</Notice>;
  return words === '' ? null : <Notice tone="bad">{words}</Notice>;
}

const isEnd = <End extends { state: 'done' | 'refused' }, State extends 'done' | 'refused'>(
  act: Act<End>,
  state: State,
): act is Extract<End, { state: State }> => act.state === state;
