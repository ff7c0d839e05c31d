import type { ErrorCode } from '#contract/errors.ts';

/** Asks for the sign-in in a dialog; returns the new token, or null if the user declines. */
export type AskSignIn = (code: ErrorCode) => Promise<string | null>;

let ask: AskSignIn | null = null;

/** Registers the page's sign-in dialog. Returns how to stop. */
export function offerSignIn(dialog: AskSignIn): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = null;
  };
}

/** Null at once if the page has no such dialog. */
export const signInHere: AskSignIn = (code) => ask?.(code) ?? Promise.resolve(null);
