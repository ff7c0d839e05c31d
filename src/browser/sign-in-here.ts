import type { ErrorCode } from '#contract/errors.ts';

/** Asks for the sign-in over the page: the new token, or null where the person does not want to. */
export type AskSignIn = (code: ErrorCode) => Promise<string | null>;

let ask: AskSignIn | null = null;

/** The dialog for it lives on this page. Returns how to stop. */
export function offerSignIn(dialog: AskSignIn): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = null;
  };
}

/** Null at once where the page has no such dialog. */
export const signInHere: AskSignIn = (code) => ask?.(code) ?? Promise.resolve(null);
