import type { OrderView } from '#contract/orders.ts';
import { useStore } from '@nanostores/react';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { undo } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { checkoutFormId } from './ids.ts';
import { messages, refusalWords } from './messages.ts';
import type { Checkout } from './store.ts';

/** One is visible at a time: in the summary on a desktop, at the end of the form on a phone. */
export function PayButton({ checkout }: { checkout: Checkout }) {
  const view = useStore(checkout.$view);
  const agreed = useStore(checkout.$agreed);
  const asksPrice = useStore(checkout.$asksPrice);
  const phase = useStore(checkout.$phase);
  const problem = useStore(checkout.$problem);
  const busy = phase !== 'idle';
  return (
    <div className="pay">
      {problem && (
        <Notice tone="bad" title={refusalWords(problem).title}>
          {refusalWords(problem).text}
        </Notice>
      )}
      <Button
        wide
        type="submit"
        form={checkoutFormId}
        busy={busy}
        disabled={view.state !== 'open' || asksPrice !== null}
      >
        {busy ? messages.paying : messages.pay(asksPrice ?? agreed)}
      </Button>
      <p>{messages.payNote}</p>
    </div>
  );
}

export function Cancellation({ order }: { order: OrderView }) {
  const rules = [...new Set(order.lines.map((line) => line.cancellation).filter((rule) => rule !== null))];
  return rules.map((rule) => (
    <p key={rule} className="refund">
      <Icon path={undo} />
      <span>{rule}</span>
    </p>
  ));
}
