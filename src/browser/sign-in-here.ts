import type { ErrorCode } from '#contract/errors.ts';

export type AskSignIn = (code: ErrorCode) => Promise<string | null>;

let ask: AskSignIn | null = null;

export function offerSignIn(dialog: AskSignIn): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = null;
  };
}

export const signInHere: AskSignIn = (code) => ask?.(code) ?? Promise.resolve(null);
