import type { Jump } from '../sale/jumps.ts';

/** Somebody has pressed Publish, and it has not happened yet. */
export interface Wanted {
  /** What was published then; once it is another, it has happened. */
  revision: string | undefined;
  /** How often Studio's own publishing was set going. */
  tries: number;
  /** The prices were asked about, and the question stands. */
  isAsked?: boolean;
}

export interface Situation {
  wanted: Wanted;
  published: string | undefined;
  hasDraft: boolean;
  isSyncing: boolean;
  isUploading: boolean;
  isValidating: boolean;
  hasErrors: boolean;
  /** Studio's own action would not take a click now. */
  isBusy: boolean;
  /** Null while the till has not said what it sells for. */
  jumps: readonly Jump[] | null;
}

export type Step = 'done' | 'wait' | 'ask' | 'press' | 'correct' | 'give up';

/** More often than a slow line loses it, and still an end. */
const TRIES = 8;

/**
 * What a click on Publish comes to. Studio's own publishing waits until everything is saved, and the save of the last
 * field that comes in between drops it without a word: so it is set going again until it has happened.
 */
export function stepOf(now: Situation): Step {
  if (now.published !== now.wanted.revision) return 'done';
  // What is saved is checked once more: a question that stands is not taken away for it, and put again.
  if (now.wanted.isAsked && !now.hasErrors && now.jumps && now.jumps.length > 0) return 'ask';
  if (now.isSyncing || now.isUploading || now.isValidating) return 'wait';
  if (now.hasErrors && now.hasDraft) return 'correct';
  if (now.jumps === null) return 'wait';
  if (now.jumps.length > 0) return 'ask';
  // Before the first try the draft may still be on its way; afterwards somebody has discarded it.
  if (!now.hasDraft) return now.wanted.tries > 0 ? 'done' : 'wait';
  if (now.isBusy) return 'wait';
  return now.wanted.tries < TRIES ? 'press' : 'give up';
}

/**
 * Whether Publish can be pressed, where Studio's own would not be: what passes by itself keeps no click out. Errors are
 * believed once they have lasted, for those of the version before stand for a moment after it was corrected.
 */
export const takesClick = (
  now: Pick<Situation, 'hasDraft' | 'isSyncing' | 'isValidating' | 'hasErrors'> & { areErrorsSure: boolean },
): boolean => now.hasDraft && !now.areErrorsSure && (now.isSyncing || now.isValidating || now.hasErrors);

/** Is a picture or file of the document still being sent? */
export function isUploading(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('_upload' in value && value._upload) return true;
  return Object.values(value).some(isUploading);
}
