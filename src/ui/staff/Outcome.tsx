import { useLazyText } from '../use-lazy-text.ts';
import { Notice } from '../Notice.tsx';
import type { Act } from './opened.ts';

interface Props<End extends { state: 'done' | 'refused' }> {
  act: Act<End>;
  done: (end: Extract<End, { state: 'done' }>) => string;
  /** The text may have to be loaded first. */
  refused: (end: Extract<End, { state: 'refused' }>) => Promise<string>;
}

/** The text of a refused action, '' until it is loaded. */
export function useRefused<End extends { state: 'done' | 'refused' }>(
  act: Act<End>,
  refused: Props<End>['refused'],
): string {
  return useLazyText(isEnd(act, 'refused') ? act : null, refused);
}

export function Outcome<End extends { state: 'done' | 'refused' }>({ act, done, refused }: Props<End>) {
  const words = useRefused(act, refused);
  if (isEnd(act, 'done')) return <Notice>{done(act)}</Notice>;
  return words === '' ? null : <Notice tone="bad">{words}</Notice>;
}

const isEnd = <End extends { state: 'done' | 'refused' }, State extends 'done' | 'refused'>(
  act: Act<End>,
  state: State,
): act is Extract<End, { state: State }> => act.state === state;
