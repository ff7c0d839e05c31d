import { useLazyText } from '../use-lazy-text.ts';
import { Notice } from '../Notice.tsx';

interface Props<Outcome extends { state: 'done' | 'refused' }> {
  outcome: Outcome | null;
  done: (outcome: Extract<Outcome, { state: 'done' }>) => string;
  /** Returns the text of a refusal, which may have to be loaded first. */
  refused: (outcome: Extract<Outcome, { state: 'refused' }>) => Promise<string>;
}

/** Returns the text of a refused action. It is '' until it is loaded. */
export function useRefused<Outcome extends { state: 'done' | 'refused' }>(
  outcome: Outcome | null,
  refused: Props<Outcome>['refused'],
): string {
  return useLazyText(hasState(outcome, 'refused') ? outcome : null, refused);
}

export function OutcomeNotice<Outcome extends { state: 'done' | 'refused' }>(props: Props<Outcome>) {
  const { outcome, done, refused } = props;
  const words = useRefused(outcome, refused);
  if (hasState(outcome, 'done')) return <Notice>{done(outcome)}</Notice>;
  return words === '' ? null : <Notice tone="bad">{words}</Notice>;
}

const hasState = <Outcome extends { state: 'done' | 'refused' }, State extends 'done' | 'refused'>(
  outcome: Outcome | null,
  state: State,
): outcome is Extract<Outcome, { state: State }> => outcome?.state === state;
