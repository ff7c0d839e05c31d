import type { Context } from './context.ts';
import type { KeyName } from './keys.ts';

/** `unknown` means that the step could not be checked, which never counts as `ok`. */
export type State = 'ok' | 'missing' | 'wrong' | 'unknown';

export interface Finding {
  state: State;
  says: string;
  /** How parents notice the problem. */
  parents?: string;
  fix?: string;
}

type Topic = 'Supabase' | 'Sanity' | 'Stripe' | 'Resend' | 'host' | 'staff';

export interface Step {
  id: string;
  topic: Topic;
  /** One sentence that says what the step does, or what a person must do. */
  what: string;
  keys: readonly KeyName[];
  check: (context: Context) => Promise<Finding>;
  /**
   * Does the step. It may be repeated, even after an interruption. It is absent if only a person
   * can do the step, at `link`.
   */
  do?: (context: Context) => Promise<void>;
  link?: string;
}

export const ok = (says: string): Finding => ({ state: 'ok', says });

const problem =
  (state: Exclude<State, 'ok'>) =>
  (says: string, parents: string, fix?: string): Finding => ({ state, says, parents, ...(fix && { fix }) });

export const missing = problem('missing');
export const wrong = problem('wrong');
export const unknown = problem('unknown');

/** Lists names for a sentence, and says how many were left out. */
export function listNames(names: readonly string[], most = 8): string {
  const rest = names.length - most;
  return names.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
