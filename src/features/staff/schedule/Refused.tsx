import type { ErrorCode } from '#contract/errors.ts';
import { useCallback } from 'react';
import { type OwnRefusals, refusalWords } from '#api/refusal-words.ts';
import { useLateWords } from '#ui/late-words.ts';
import { Notice } from '#ui/Notice.tsx';

interface Props {
  code: ErrorCode;
  own: OwnRefusals;
  /** What the error is about, such as a field. */
  about?: string | undefined;
}

/** Why an action failed, in the screen's own words if it has any. */
export function Refused({ code, own, about }: Props) {
  const load = useCallback((of: ErrorCode) => refusalWords(of, own), [own]);
  const words = useLateWords(code, load);
  if (words === '') return null;
  return (
    <Notice tone="bad" {...(about !== undefined && { title: about })}>
      {words}
    </Notice>
  );
}
