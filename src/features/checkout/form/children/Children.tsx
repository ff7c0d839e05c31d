import { useStore } from '@nanostores/react';
import { Fragment, lazy, Suspense } from 'react';
import { fill } from '#domain/fill.ts';
import { formatMoney } from '#domain/money.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useFocusOnAdded } from '#ui/people/use-focus-on-added.ts';
import { ChildFields } from './ChildFields.tsx';
import { useUndoTime } from './use-undo-time.ts';
import { messages, errorText } from '../../messages.ts';
import { signInFor } from '../../problem.ts';
import type { Removed } from '../../order/change-model.ts';
import type { Changes } from '../../order/changes.ts';
import type { Problem } from '../../purchase/sale.ts';
import { nameOf } from '../model.ts';
import type { Checkout } from '../../store.ts';
import { waitlistPath } from '../../purchase/subject.ts';
import type { Words } from '../../content.ts';

const AddMore = lazy(() => import('./AddMore.tsx'));
const PartNotice = lazy(async () => ({ default: (await import('../../basket-views.ts')).PartNotice }));

const nameField = (index: number) => `children[${index}].name`;

export function Children({ checkout, words }: { checkout: Checkout; words: Words }) {
  const { children } = useStore(checkout.form.$values);
  const { changes } = checkout;
  const removedChild = useStore(changes.$removed);
  const mayAdd = useStore(changes.$mayAdd);
  const isChanging = useStore(changes.$changing);
  const refusalCode = useStore(changes.$refused);
  const refusedPart = useStore(changes.$refusedPart);
  const view = useStore(checkout.sale.$view);
  const link = useStore(checkout.sale.$link);
  const offer = useStore(checkout.sale.$offer);
  const subject = useStore(checkout.sale.$subject);
  // An offer of the waitlist and a pass that renews are paid alone, and a link that was sent names what it pays for.
  const mayAddMore =
    offer !== null && offer.details.renews !== true && subject?.waitlist === null && link === null;
  useFocusOnAdded(children.length, nameField);
  const rebate = subject?.kind === 'camp' ? offer?.details.sibling_rebate : null;
  return (
    <div className="stack">
      {children.map((_, index) => (
        <Fragment key={index}>
          {removedChild?.index === index && <UndoRemoval changes={changes} removed={removedChild} />}
          <ChildFields checkout={checkout} teams={words.teams} index={index} />
        </Fragment>
      ))}
      {removedChild?.index === children.length && <UndoRemoval changes={changes} removed={removedChild} />}
      <ChildWithoutSpotNotice checkout={checkout} />
      {refusalCode && !refusedPart && <RefusalNotice code={refusalCode} />}
      <Suspense>{refusedPart && <PartNotice checkout={checkout} refused={refusedPart} />}</Suspense>
      {mayAdd && (
        <div className="checkout-add stack justify-items-start gap-2">
          <Button kind="line" small busy={isChanging} onClick={() => void changes.addChild()}>
            {words.child.siblingLabel}
          </Button>
          {rebate && children.length === 1 && (
            <p className="hint">{fill(words.child.siblingText, { rebate: formatMoney(rebate.cents) })}</p>
          )}
        </div>
      )}
      {view.state === 'open' && mayAddMore && (
        <Suspense>
          <AddMore checkout={checkout} />
        </Suspense>
      )}
    </div>
  );
}

/** Offers for some seconds to put a removed child back. */
function UndoRemoval({ changes, removed }: { changes: Changes; removed: Removed }) {
  const row = useUndoTime(changes.$removed, removed);
  return (
    <p className="checkout-removed" role="status" ref={row}>
      {messages.removed(nameOf(removed.child, removed.index))}{' '}
      <button type="button" className="text-button" onClick={() => void changes.restoreChild()}>
        {messages.putBack}
      </button>
    </p>
  );
}

/** Says that a change was refused. The order is still held as it was, even while the parent signs in. */
function RefusalNotice({ code }: { code: Problem }) {
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

/**
 * Says that there are not enough spots. The parent books some of the children now, or puts all of them on the
 * waitlist.
 */
function ChildWithoutSpotNotice({ checkout }: { checkout: Checkout }) {
  const unseatedCount = useStore(checkout.changes.$unseated);
  const split = useStore(checkout.sale.$split);
  const isChanging = useStore(checkout.changes.$changing);
  const subject = useStore(checkout.sale.$subject);
  const { children } = useStore(checkout.form.$values);
  if (unseatedCount === 0 || split || isChanging || !subject) return null;
  const seatedCount = children.length - unseatedCount;
  return (
    <Notice
      tone="warn"
      title={messages.short.title(seatedCount, children.length)}
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
      {messages.short.text(seatedCount)}
    </Notice>
  );
}
