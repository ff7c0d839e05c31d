import type { Jump } from '../sale/jumps.ts';

export interface RequestedPublish {
  /** The revision that was published at the click; another revision means that publishing has happened. */
  revision: string | undefined;
  /** How often Studio's own publishing was started. */
  tries: number;
  /** True if the question about the prices is open. */
  isConfirming?: boolean;
}

export interface Situation {
  wanted: RequestedPublish;
  published: string | undefined;
  hasDraft: boolean;
  isSyncing: boolean;
  isUploading: boolean;
  isValidating: boolean;
  hasErrors: boolean;
  isBusy: boolean;
  /** Null until the checkout has answered with its prices. */
  jumps: readonly Jump[] | null;
}

export type Step = 'done' | 'wait' | 'ask' | 'press' | 'correct' | 'give up';

/** Enough attempts for a slow connection, but not endless. */
const TRIES = 8;

/**
 * A save of the last field cancels Studio's own publishing silently, so it is started again until it has happened.
 */
export function stepOf(now: Situation): Step {
  if (now.published !== now.wanted.revision) return 'done';
  // Saving starts another validation; an open question must not close and open again for it.
  if (now.wanted.isConfirming && !now.hasErrors && now.jumps && now.jumps.length > 0) return 'ask';
  if (now.isSyncing || now.isUploading || now.isValidating) return 'wait';
  if (now.hasErrors && now.hasDraft) return 'correct';
  if (now.jumps === null) return 'wait';
  if (now.jumps.length > 0) return 'ask';
  // Before the first attempt the draft may not have arrived yet; later, its absence means that somebody discarded it.
  if (!now.hasDraft) return now.wanted.tries > 0 ? 'done' : 'wait';
  if (now.isBusy) return 'wait';
  return now.wanted.tries < TRIES ? 'press' : 'give up';
}

/**
 * Errors count only after they have lasted, because those of the previous version remain for a moment after a
 * correction.
 */
export const takesClick = (
  now: Pick<Situation, 'hasDraft' | 'isSyncing' | 'isValidating' | 'hasErrors'> & { areErrorsSure: boolean },
): boolean => now.hasDraft && !now.areErrorsSure && (now.isSyncing || now.isValidating || now.hasErrors);

/** True while a picture or file of the document is being uploaded. */
export function isUploading(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('_upload' in value && value._upload) return true;
  return Object.values(value).some(isUploading);
}
