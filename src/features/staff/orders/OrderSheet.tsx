import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { OrderDetails } from '#contract/management-orders.ts';
import { errorText } from '#api/error-text.ts';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import { ChoiceForm } from './ChoiceForm.tsx';
import { Decisions } from './Decisions.tsx';
import { OrderHead } from './OrderHead.tsx';
import { OrderLines } from './OrderLines.tsx';
import { doneMessage, refusals } from './messages.ts';
import { Payments } from './Payments.tsx';
import { Plan } from './Plan.tsx';
import { RefundForm } from './RefundForm.tsx';
import type { Outcome, OrderDetailsStore } from './detail.ts';
import { Timeline } from './Timeline.tsx';

export function OrderSheet({ detail, record: details }: { detail: OrderDetailsStore; record: OrderDetails }) {
  const outcome = useStore(detail.$outcome);
  const busy = useStore(detail.$busy);
  const form = useStore(detail.$refund);
  const choice = useStore(detail.choice.$choice);
  useFocusBack(form !== null || choice !== null, outcome);
  const notice = <OutcomeNotice outcome={outcome} done={doneMessage} refused={refusedMessage} />;
  return (
    <>
      <OrderHead
        detail={detail}
        details={details}
        busy={busy}
        onRefund={() => detail.openRefund({ all: true })}
      />
      {form ? (
        <RefundForm
          key={'lineId' in form.subject ? form.subject.lineId : ''}
          detail={detail}
          details={details}
          form={form}
          busy={busy}
          outcome={notice}
        />
      ) : choice ? (
        <ChoiceForm key={choice.lineId} detail={detail} details={details} choice={choice} outcome={notice} />
      ) : (
        notice
      )}
      <Decisions detail={detail} details={details} busy={busy} />
      <OrderLines
        details={details}
        chosen={choice?.lineId ?? (form && 'lineId' in form.subject ? form.subject.lineId : null)}
        onRefund={({ line_id: lineId }) => detail.openRefund({ lineId })}
        onChoice={({ line_id: lineId }) => detail.choice.open(lineId)}
      />
      <Plan detail={detail} details={details} busy={busy} />
      <Payments detail={detail} details={details} busy={busy} />
      <Timeline detail={detail} details={details} busy={busy} />
    </>
  );
}

/**
 * Returns the focus to the button that opened a form when the form closes. If that button has disappeared, the focus
 * moves to the title.
 */
function useFocusBack(isOpen: boolean, outcome: Outcome | null): void {
  const lastFocused = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen && wasOpen.current && lastFocused.current?.isConnected) lastFocused.current.focus();
    else if (
      !isOpen &&
      outcome?.state === 'done' &&
      (wasOpen.current || document.activeElement === document.body)
    )
      document.getElementById('side-title')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, outcome]);
  // The last focused element outside the form is the button that opened it.
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.closest('.refund-form') === null)
        lastFocused.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
}

const refusedMessage = (refusal: Extract<Outcome, { state: 'refused' }>) => errorText(refusal, refusals);
