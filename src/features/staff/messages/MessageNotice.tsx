import type { ErrorCode } from '#contract/errors.ts';
import { errorText } from '#api/error-text.ts';
import { useLazyText } from '#ui/use-lazy-text.ts';
import { Notice } from '#ui/Notice.tsx';
import type { Outcome as Composed } from './composer.ts';
import { refusals, detailMessages, writeMessages } from './messages.ts';
import type { Outcome as Sent } from './navigation.ts';

export function MessageNotice({ outcome }: { outcome: Composed | Sent | null }) {
  switch (outcome?.state) {
    case 'tried':
      return <Notice>{writeMessages.testSent(outcome.email)}</Notice>;
    case 'stopped':
      return <Notice>{detailMessages.stopDone}</Notice>;
    case 'mail_resent':
      return <Notice>{detailMessages.resent}</Notice>;
    case 'mail_left_out':
      return <Notice tone="warn">{detailMessages.mailLeftOut}</Notice>;
    case 'refused':
      return <RefusalNotice code={outcome.code} />;
    case undefined:
      return null;
  }
}

const loadMessage = (code: ErrorCode) => errorText(code, refusals);

function RefusalNotice({ code }: { code: ErrorCode }) {
  const text = useLazyText(code, loadMessage);
  return text === '' ? null : <Notice tone="bad">{text}</Notice>;
}
