import type { ErrorCode } from '#contract/errors.ts';
import { errorText } from '#api/error-text.ts';
import { Notice } from '#ui/Notice.tsx';
import { useLazyText } from '#ui/use-lazy-text.ts';

const loadMessage = (code: ErrorCode) => errorText(code, {});

export function RefusalNotice({ code }: { code: ErrorCode }) {
  const text = useLazyText(code, loadMessage);
  return text === '' ? null : <Notice tone="bad">{text}</Notice>;
}
