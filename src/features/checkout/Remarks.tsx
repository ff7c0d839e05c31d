import { useStore } from '@nanostores/react';
import { bookingPath } from '../../config/paths.ts';
import { timing } from '../../config/timing.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { messages, refusalWords } from './messages.ts';
import type { Checkout } from './store.ts';

/** Everything that must be said before the form: the hold, the price, a payment that did not open. */
export function Remarks({ checkout }: { checkout: Checkout }) {
  const view = useStore(checkout.$view);
  const newPrice = useStore(checkout.$asksPrice);
  const agreed = useStore(checkout.$agreed);
  const problem = useStore(checkout.$problem);
  return (
    <div className="remarks">
      <ErrorSummary checkout={checkout} />
      {view.state === 'lapsed' && (
        <Notice
          tone="bad"
          title={messages.lapsed.title}
          actions={
            <>
              <Button kind="solid" small onClick={() => void checkout.holdAgain()}>
                {messages.lapsed.action}
              </Button>
              <ButtonLink kind="line" small href={bookingPath}>
                {messages.otherSession}
              </ButtonLink>
            </>
          }
        >
          {messages.lapsed.text}
        </Notice>
      )}
      {newPrice !== null && (
        <Notice
          tone="warn"
          title={messages.priceTitle(newPrice)}
          actions={
            <>
              <Button kind="solid" small onClick={checkout.agree}>
                {messages.priceAgree(newPrice)}
              </Button>
              <ButtonLink kind="line" small href={bookingPath}>
                {messages.otherSession}
              </ButtonLink>
            </>
          }
        >
          {messages.priceText(agreed)}
        </Notice>
      )}
      {problem && (
        <Notice tone="bad" title={refusalWords(problem).title}>
          {refusalWords(problem).text}
        </Notice>
      )}
      {view.state === 'open' && <HoldWarning checkout={checkout} />}
    </div>
  );
}

/** From five minutes on; its words change by the minute, and the reader hears the clock's own marks only. */
function HoldWarning({ checkout }: { checkout: Checkout }) {
  const left = useStore(checkout.clock.$left);
  const renewable = useStore(checkout.$renewable);
  if (left === null || left > timing.HOLD_WARN_MINUTES * 60) return null;
  return (
    <div className="notice warn">
      <span aria-hidden="true">⏳</span>
      <div>
        <b>{messages.holdWarning(Math.ceil(left / 60))}</b>
        {renewable ? (
          <div className="row">
            <Button kind="solid" small onClick={() => void checkout.renew()}>
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
