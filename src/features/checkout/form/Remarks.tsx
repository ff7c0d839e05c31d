import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { bookingPath, paths } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { clock } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { ErrorSummary } from '#ui/people/ErrorSummary.tsx';
import { inOrder } from './faults.ts';
import { fieldName, indexOf } from './fields.ts';
import { faultMessage, messages } from '../messages.ts';
import { type Child, nameOf } from './model.ts';
import { isPassAlone } from '../purchase/subject.ts';
import type { Checkout } from '../store.ts';

/** Loads a component that only a parent who returns to the page needs. */
const UnsavedAnswers = lazy(() => import('./UnsavedAnswers.tsx'));

export function Remarks({ checkout }: { checkout: Checkout }) {
  const view = useStore(checkout.sale.$view);
  const newPrice = useStore(checkout.sale.$asksPrice);
  const agreedCents = useStore(checkout.sale.$agreed);
  const box = useRef<HTMLDivElement>(null);
  const subject = useStore(checkout.sale.$subject);
  const kind = subject?.kind ?? 'class';
  const otherDates = kind === 'camp' ? paths.camps : bookingPath;
  const isRestored = useStore(checkout.form.$isRestored);
  const hasQuestion = view.state === 'lapsed' || newPrice !== null;

  // The parent may have pressed Pay at the foot of the page, so the box takes the focus unless the
  // parent is typing.
  useEffect(() => {
    if (hasQuestion && !(document.activeElement instanceof HTMLInputElement)) box.current?.focus();
  }, [hasQuestion]);

  return (
    <div className="checkout-remarks" ref={box} tabIndex={-1}>
      <WhatToMend checkout={checkout} />
      {view.state === 'lapsed' && (
        <Notice
          tone="bad"
          title={messages.lapsed.title}
          actions={
            <>
              <Button kind="solid" small onClick={() => void checkout.holdAgain()}>
                {messages.lapsed.action}
              </Button>
              <ButtonLink kind="line" small href={otherDates}>
                {messages.other[kind]}
              </ButtonLink>
            </>
          }
        >
          {messages.lapsed.text(isPassAlone(subject))}
        </Notice>
      )}
      {newPrice !== null && (
        <Notice
          tone="warn"
          title={messages.priceTitle(newPrice)}
          actions={
            <>
              <Button kind="solid" small onClick={checkout.sale.agree}>
                {messages.priceAgree(newPrice)}
              </Button>
              <ButtonLink kind="line" small href={otherDates}>
                {messages.other[kind]}
              </ButtonLink>
            </>
          }
        >
          {messages.priceText(agreedCents)}
        </Notice>
      )}
      {view.state === 'open' && isRestored && (
        <Suspense>
          <UnsavedAnswers checkout={checkout} />
        </Suspense>
      )}
      {view.state === 'open' && <HoldWarning checkout={checkout} pass={isPassAlone(subject)} />}
    </div>
  );
}

function WhatToMend({ checkout: { form } }: { checkout: Checkout }) {
  const faults = inOrder(useStore(form.$faults));
  const refusals = useStore(form.$failedSubmits);
  const { children } = useStore(form.$values);
  return (
    <ErrorSummary
      title={messages.summaryTitle(faults.length)}
      faults={faults.map(([id, fault]) => ({
        id,
        text: `${childPrefix(id, children)}${fieldName(id)}: ${faultMessage(id, fault)}`,
      }))}
      refusals={refusals}
    >
      <p>{messages.nothingCharged}</p>
    </ErrorSummary>
  );
}

/** Returns the beginning of a message. If there are several children, it is the child's name. */
function childPrefix(id: string, children: readonly Child[]): string {
  if (children.length < 2 || !id.startsWith('children[')) return '';
  const index = indexOf(id);
  return `${nameOf(children[index], index)}, `;
}

/**
 * Warns that the hold ends soon. The text changes every minute, but a screen reader gets only the clock's
 * announcements.
 */
function HoldWarning({ checkout, pass }: { checkout: Checkout; pass: boolean }) {
  const remainingSeconds = useStore(checkout.sale.clock.$left);
  const renewable = useStore(checkout.sale.$renewable);
  if (remainingSeconds === null || remainingSeconds > timing.HOLD_WARN_MINUTES * 60) return null;
  return (
    <div className="notice warn">
      <Icon path={clock} />
      <div>
        <b>{messages.holdWarning(Math.ceil(remainingSeconds / 60), pass)}</b>
        {renewable ? (
          <div className="row">
            <Button kind="solid" small onClick={() => void checkout.sale.renew()}>
              {messages.moreTime}
            </Button>
          </div>
        ) : (
          <p>{messages.noMoreTime}</p>
        )}
      </div>
    </div>
  );
}
