import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import kayak from '#assets/mascot/kayak.svg?url';
import { bookingPath, paths } from '#config/paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { chat } from '#ui/icons.ts';
import { useLazyText } from '#ui/use-lazy-text.ts';
import { fetchSalesNotice } from '#api/sales-notice.ts';
import { messages, errorText } from '../messages.ts';
import { waitlistLabel } from '../opening-messages.ts';
import { canRetry } from './can-retry.ts';
import { signInFor } from '../problem.ts';
import type { View } from './sale.ts';
import type { Checkout } from '../store.ts';
import { waitlistPath } from './subject.ts';

const RefusedParts = lazy(async () => ({ default: (await import('../basket-views.ts')).RefusedParts }));

interface Props {
  checkout: Checkout;
  view: Extract<View, { state: 'refused' }>;
  whatsapp: string;
}

/** Says why the chosen spot is not available, and offers alternatives. */
export default function HoldEndedNotice({ checkout, view, whatsapp }: Props) {
  const subject = useStore(checkout.sale.$subject);
  const { children } = useStore(checkout.form.$values);
  const { title, text } = errorText(view.code);
  const retry = canRetry(view.code);
  const canWait = subject !== null && (view.code === 'camp_full' || view.code === 'session_full');
  const notice = useLazyText(view.code === 'sales_stopped' ? view.code : null, readNotice);
  const signIn = signInFor(view.code, location);
  const kind = subject?.kind ?? 'class';
  if (view.refusedParts)
    return (
      <Suspense>
        <RefusedParts checkout={checkout} code={view.code} refused={view.refusedParts} notice={notice} />
      </Suspense>
    );
  return (
    <EmptyState
      bad
      level={1}
      picture={kayak}
      title={title}
      actions={
        <>
          {signIn && (
            <ButtonLink kind="solid" href={signIn}>
              {messages.signIn}
            </ButtonLink>
          )}
          {retry && (
            <Button kind={signIn ? 'line' : 'solid'} onClick={() => void checkout.reopen()}>
              Try again
            </Button>
          )}
          <ButtonLink
            {...(retry ? { kind: 'line' as const } : {})}
            href={kind === 'camp' ? paths.campsBook : bookingPath}
          >
            {messages.other[kind]}
          </ButtonLink>
          {canWait && (
            <ButtonLink kind="line" href={waitlistPath(subject, children.length)}>
              {waitlistLabel}
            </ButtonLink>
          )}
          <ButtonLink kind="line" href={whatsapp} target="_blank" rel="noopener">
            <Icon path={chat} />
            WhatsApp Us
          </ButtonLink>
        </>
      }
    >
      {notice || text}
    </EmptyState>
  );
}

/**
 * Returns the sentence with which staff explain why sales are stopped. If there is no answer, it is the general one.
 */
async function readNotice(): Promise<string> {
  const answer = await fetchSalesNotice();
  return answer.ok ? (answer.value.sentence ?? '') : '';
}
