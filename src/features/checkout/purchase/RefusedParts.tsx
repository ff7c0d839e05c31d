import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { paths } from '#config/paths.ts';
import type { Subject } from '#browser/order-memory.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { basketMessages } from '../basket-messages.ts';
import { errorText, messages as checkoutMessages } from '../messages.ts';
import { signInFor } from '../problem.ts';
import type { Checkout } from '../store.ts';
import { goesTo } from '../form/model.ts';
import { partName } from './part-name.ts';
import { canRetry } from './can-retry.ts';
import type { Problem, RefusedPart } from './sale.ts';
import { hasPart, keyOf, waitlistPath } from './subject.ts';

const { refused: messages } = basketMessages;

/** Says which parts of a basket cannot be booked. The parent goes on without them, or joins a waitlist. */
export function RefusedParts({
  checkout,
  code,
  refused,
  notice,
}: {
  checkout: Checkout;
  code: Problem;
  refused: RefusedPart[];
  /** The sentence with which staff explain why sales are stopped. */
  notice: string;
}) {
  const parts = useStore(checkout.sale.$parts);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { children } = useStore(checkout.form.$values);
  const childrenOf = (part: Subject) =>
    Math.max(1, children.filter((child) => goesTo(child, keyOf(part))).length);
  const refusedSubjects = refused.map(({ part }) => part);
  const isOne = refused.length === 1;
  // The refusal is about the order as a whole, for example because a guest may not hold as many spots.
  const isWhole = refused.length === 0;
  const signIn = isWhole ? signInFor(code, location) : null;
  return (
    <section className="card holds-other" aria-labelledby="refused-title">
      <h2 id="refused-title" ref={heading} tabIndex={-1}>
        {isWhole ? errorText(code).title : isOne ? messages.title : messages.titleMany(refused.length)}
      </h2>
      <p>{isWhole ? `${notice || errorText(code).text} ${messages.kept}` : messages.text}</p>
      <ul className="basket-parts">
        {parts.map((part) => {
          const fault = refused.find((one) => hasPart([one.part], part));
          return (
            <li key={keyOf(part)}>
              <b>{partName(part)}</b>
              {!isWhole && <p>{fault ? reasonOf(fault) : messages.free}</p>}
              {fault && (fault.code === 'camp_full' || fault.code === 'session_full') && (
                <a href={waitlistPath(part, childrenOf(part))}>{basketMessages.wait(partName(part))}</a>
              )}
              {parts.length > 1 && (isWhole || (fault && !isOne)) && (
                <button
                  type="button"
                  className="text-button"
                  onClick={() => void checkout.goOnWithout([part])}
                >
                  {basketMessages.remove}
                  <span className="sr-only"> {partName(part)}</span>
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <div className="row">
        {signIn && <ButtonLink href={signIn}>{checkoutMessages.signIn}</ButtonLink>}
        {isWhole && canRetry(code) && (
          <Button kind={signIn ? 'line' : 'solid'} onClick={() => void checkout.reopen()}>
            {messages.retry}
          </Button>
        )}
        {!isWhole && parts.length > refused.length && (
          <Button onClick={() => void checkout.goOnWithout(refusedSubjects)}>
            {isOne ? messages.goOn : messages.goOnMany}
          </Button>
        )}
        <ButtonLink kind="line" href={paths.campsBook}>
          {messages.other}
        </ButtonLink>
      </div>
    </section>
  );
}

function reasonOf({ part, code, other }: RefusedPart): string {
  if (code === 'times_overlap' && other) return basketMessages.overlap(partName(other), partName(part));
  return errorText(code).title;
}
