import type { Jump } from '../sale/price-jumps.ts';

export interface RequestedPublish {
  /** The revision that was published at the time of the click. If it has changed, publishing has succeeded. */
  revision: string | undefined;
  /** The number of times that Studio's own Publish was started. */
  tries: number;
  /** True while the user is being asked about the prices. */
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
  /** The price changes. Null until the checkout has answered with its prices. */
  jumps: readonly Jump[] | null;
}

export type Step = 'done' | 'wait' | 'ask' | 'press' | 'correct' | 'give up';

/** The most attempts. They are enough for a slow connection. */
const MAX_TRIES = 8;

/**
 * Decides the next step. Saving the last field silently cancels Studio's own Publish, so it is started again until the
 * document is published.
 */
export function stepOf(now: Situation): Step {
  if (now.published !== now.wanted.revision) return 'done';
  // Saving starts another validation. An open question must not close and open again because of that.
  if (now.wanted.isConfirming && !now.hasErrors && now.jumps && now.jumps.length > 0) return 'ask';
  if (now.isSyncing || now.isUploading || now.isValidating) return 'wait';
  if (now.hasErrors && now.hasDraft) return 'correct';
  if (now.jumps === null) return 'wait';
  if (now.jumps.length > 0) return 'ask';
  // Before the first attempt, the draft might not have arrived yet. Later, if the draft is missing, somebody discarded
  // it.
  if (!now.hasDraft) return now.wanted.tries > 0 ? 'done' : 'wait';
  if (now.isBusy) return 'wait';
  return now.wanted.tries < MAX_TRIES ? 'press' : 'give up';
}

/**
 * Returns whether a click is accepted. Errors must last for some time before they count, because
 * errors of the previous version remain for a moment after a correction.
 */
export const takesClick = (
  now: Pick<Situation, 'hasDraft' | 'isSyncing' | 'isValidating' | 'hasErrors'> & { areErrorsSure: boolean },
): boolean => now.hasDraft && !now.areErrorsSure && (now.isSyncing || now.isValidating || now.hasErrors);

/** Returns whether a picture or file of the document is being uploaded. */
export function isUploading(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('_upload' in value && value._upload) return true;
  return Object.values(value).some(isUploading);
}
