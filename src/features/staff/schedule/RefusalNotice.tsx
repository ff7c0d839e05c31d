import type { ErrorCode } from '#contract/errors.ts';
import { useCallback } from 'react';
import { type OwnMessages, errorText } from '#api/error-text.ts';
import { useLazyText } from '#ui/use-lazy-text.ts';
import { Notice } from '#ui/Notice.tsx';

interface Props {
  code: ErrorCode;
  own: OwnMessages;
  /** Names what the error is about, for example a field. */
  about?: string | undefined;
  /** The children who have been checked in. */
  names?: readonly string[] | undefined;
}

/** Shows a refusal. A screen can pass its own messages. All other codes have the common messages. */
export function RefusalNotice({ code, own, about, names }: Props) {
  const load = useCallback(
    (errorCode: ErrorCode) => errorText({ code: errorCode, names }, own),
    [own, names],
  );
  const text = useLazyText(code, load);
  if (text === '') return null;
  return (
    <Notice tone="bad" {...(about !== undefined && { title: about })}>
      {text}
    </Notice>
  );
}
