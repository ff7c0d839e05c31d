import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect } from 'react';
import { focusField } from '#ui/people/ErrorSummary.tsx';
import { Notice } from '#ui/Notice.tsx';
import { pickupId } from '../ids.ts';
import { fieldName } from './fields.ts';
import { asksConsent, type RecordedAnswer } from './model.ts';
import type { Checkout } from '../store.ts';

const unsavedMessages = {
  title: 'Welcome back. Everything you typed is still here',
  text: 'For your family’s safety, this browser does not store these. Please fill them in once more before you pay:',
  unchanged: 'The tick beside “Nothing has changed”',
  pickup: 'Who may collect your child',
} as const;

/** Links to the empty fields of answers that were not saved, for privacy. */
export default function UnsavedAnswers({ checkout: { form } }: { checkout: Checkout }) {
  const { children, health, pickup, signature, givenAnswers = [] } = useStore(form.$values);
  const onRecord = useStore(form.$onRecord);
  const wasGiven = (answer: RecordedAnswer) => givenAnswers.includes(answer);
  const childWithoutHealth = children.findIndex(
    (_, index) => !onRecord?.health[index] && (health[index]?.answer ?? '') === '',
  );
  const checks: readonly [isEmpty: boolean, id: string, name: string][] = [
    [wasGiven('unchanged') && onRecord?.signed === false, 'unchanged', unsavedMessages.unchanged],
    // A parent who ticked that nothing has changed also confirmed the health answers.
    [
      childWithoutHealth >= 0 && (wasGiven('health') || wasGiven('unchanged')),
      `children[${childWithoutHealth}].health`,
      fieldName('children[0].health'),
    ],
    [wasGiven('signed') && signature === '' && asksConsent(onRecord), 'signature', fieldName('signature')],
    [wasGiven('pickup') && pickup.length === 0, pickupId, unsavedMessages.pickup],
  ];
  const empty = checks.filter(([isEmpty]) => isEmpty);
  const isDone = empty.length === 0;
  // The box is shown only once, because a child who is added later was not part of the earlier visit.
  useEffect(() => {
    if (isDone) form.$isRestored.set(false);
  }, [isDone, form]);
  if (isDone) return null;
  return (
    <div ref={scrollIntoSight} tabIndex={-1}>
      <Notice title={unsavedMessages.title}>
        {unsavedMessages.text}{' '}
        {empty.map(([, id, name], index) => (
          <span key={id}>
            {index > 0 && ', '}
            <a href={`#${id}`} onClick={(event) => focusAnswer(event, id)}>
              {name}
            </a>
          </span>
        ))}
        .
      </Notice>
    </div>
  );
}

const isTyping = () => document.activeElement?.matches('input, select, textarea') ?? false;

/** Moves the focus to an answer. If that section of the form has not loaded yet, the focus waits for it. */
function focusAnswer(event: MouseEvent, id: string): void {
  focusField(event, id);
  if (document.getElementById(id)) return;
  const observer = new MutationObserver(() => {
    const field = document.getElementById(id);
    if (!field) return;
    observer.disconnect();
    if (!isTyping()) field.focus();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/**
 * Scrolls to the box, because the browser may have restored the scroll position at Pay. Nothing moves while the parent
 * is typing.
 */
function scrollIntoSight(box: HTMLElement | null): void {
  if (!box || isTyping()) return;
  box.focus({ preventScroll: true });
  box.scrollIntoView({ block: 'center' });
}
