import { useStore } from '@nanostores/react';
import { fill } from '#domain/fill.ts';
import { formatMoney } from '#domain/money.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useFocusOnAdded } from '#ui/people/use-focus-on-added.ts';
import { ChildFields } from './ChildFields.tsx';
import { messages, errorText } from '../../messages.ts';
import { signInFor } from '../../problem.ts';
import type { Problem } from '../../purchase/sale.ts';
import type { Checkout } from '../../store.ts';
import { waitlistPath } from '../../purchase/subject.ts';
import type { Words } from '../../content.ts';

const nameField = (index: number) => `children[${index}].name`;

export function Children({ checkout, words }: { checkout: Checkout; words: Words }) {
  const { children } = useStore(checkout.form.$values);
  const mayAdd = useStore(checkout.changes.$mayAdd);
  const changing = useStore(checkout.changes.$changing);
  const refused = useStore(checkout.changes.$refused);
  const offer = useStore(checkout.sale.$offer);
  const subject = useStore(checkout.sale.$subject);
  useFocusOnAdded(children.length, nameField);
  const rebate = subject?.kind === 'camp' ? offer?.details.sibling_rebate : null;
  return (
    <div className="stack">
      {children.map((_, index) => (
        <ChildFields key={index} checkout={checkout} teams={words.teams} index={index} />
      ))}
      <Short checkout={checkout} />
      {refused && <Refused code={refused} />}
      {mayAdd && (
        <div className="checkout-add stack justify-items-start gap-2">
          <Button kind="line" small busy={changing} onClick={() => void checkout.changes.addChild()}>
            {words.child.siblingLabel}
          </Button>
          {rebate && children.length === 1 && (
            <p className="hint">{fill(words.child.siblingText, { rebate: formatMoney(rebate.cents) })}</p>
          )}
        </div>
      )}
    </div>
  );
}

/** Why the last change was refused. The order is unchanged and stays held while the parent signs in. */
function Refused({ code }: { code: Problem }) {
  const { title, text } = errorText(code);
  const signIn = signInFor(code, location);
  return (
    <Notice
      tone="bad"
      title={title}
      actions={
        signIn && (
          <ButtonLink kind="solid" small href={signIn}>
            {messages.signIn}
          </ButtonLink>
        )
      }
    >
      {text}
    </Notice>
  );
}

/** Not all children fit: the parent books some of them now, or waits for places for all of them. */
function Short({ checkout }: { checkout: Checkout }) {
  const unseated = useStore(checkout.changes.$unseated);
  const split = useStore(checkout.sale.$split);
  const changing = useStore(checkout.changes.$changing);
  const subject = useStore(checkout.sale.$subject);
  const { children } = useStore(checkout.form.$values);
  if (unseated === 0 || split || changing || !subject) return null;
  const held = children.length - unseated;
  return (
    <Notice
      tone="warn"
      title={messages.short.title(held, children.length)}
      actions={
        <>
          <Button kind="solid" small onClick={() => void checkout.changes.split()}>
            {messages.short.fit}
          </Button>
          {subject.waitlist === null && (
            <ButtonLink kind="line" small href={waitlistPath(subject, children.length)}>
              {messages.short.together}
            </ButtonLink>
          )}
        </>
      }
    >
      {messages.short.text(held)}
    </Notice>
  );
}
