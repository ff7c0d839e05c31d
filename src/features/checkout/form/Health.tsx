import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { withLoadError } from '#browser/load-error.ts';
import { renewalsAgreed } from '#contract/pass-end.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { FieldError } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { shield } from '#ui/icons.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { avatarOf } from './children/avatars.ts';
import { Choice } from './Choice.tsx';
import { FullText } from './Consents.tsx';
import { emptyHealth } from './model.ts';
import type { Checkout } from '../store.ts';
import { useErrors } from './use-errors.ts';
import { childMessages } from './field-messages.ts';

/** Loads the recorded details, which only a signed-in parent has. */
const RecordedDetails = lazy(withLoadError(() => import('./RecordedDetails.tsx')));

const parts = { Checkbox, FullText, renewalsAgreed };

/**
 * Asks about health. The first question is whether there is anything to report. The answers are never saved in the
 * browser.
 */
export function HealthStep({ checkout, privacy }: { checkout: Checkout; privacy: string }) {
  const { children } = useStore(checkout.form.$values);
  const spotCount = useStore(checkout.sale.$seated) ?? 1;
  const onRecord = useStore(checkout.form.$onRecord);
  return (
    <div className="stack">
      {onRecord && (
        <Suspense>
          <RecordedDetails checkout={checkout} onRecord={onRecord} parts={parts} />
        </Suspense>
      )}
      {children
        .slice(0, spotCount)
        .map(
          (child, index) =>
            !onRecord?.health[index] && (
              <ChildHealth
                key={index}
                checkout={checkout}
                index={index}
                name={
                  child.name.trim() ||
                  (children.length === 1 ? childMessages.only : childMessages.numbered(index))
                }
              />
            ),
        )}
      {privacy && (
        <p className="checkout-private">
          <Icon path={shield} />
          <span>{privacy}</span>
        </p>
      )}
    </div>
  );
}

function ChildHealth({ checkout, index, name }: { checkout: Checkout; index: number; name: string }) {
  const { form } = checkout;
  const values = useStore(form.$values);
  const answers = values.health[index] ?? emptyHealth;
  const errorOf = useErrors(form);
  const isNamed = Boolean(values.children[index]?.name.trim());
  const child = `children[${index}]`;
  const [id, allergies, conditions] = [
    `${child}.health`,
    `${child}.allergies`,
    `${child}.medical_conditions`,
  ];
  const error = errorOf(id);
  return (
    <div className="card" role="group" aria-label={`Health of ${name}`}>
      <div className="child-head">
        <img src={avatarOf(index)} width="64" height="64" alt="" />
        <div>
          <h3 translate={isNamed ? 'no' : undefined}>{name}</h3>
          <p>Allergies, asthma, medicine, fears</p>
        </div>
      </div>
      <fieldset className="checkout-choices stack gap-3" aria-describedby={error ? `${id}-error` : undefined}>
        <legend className="sr-only">Anything that coaches should know?</legend>
        <Choice
          id={id}
          name={id}
          checked={answers.answer === 'none'}
          invalid={error !== undefined}
          title="Nothing to report"
          onChoose={() => form.changeHealth(index, { answer: 'none' })}
        />
        <Choice
          id={`${id}-some`}
          name={id}
          checked={answers.answer === 'some'}
          invalid={error !== undefined}
          title="Coaches should know"
          onChoose={() => form.changeHealth(index, { answer: 'some' })}
        />
      </fieldset>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {answers.answer === 'some' && (
        <div className="fields">
          <TextArea
            id={allergies}
            label="Allergies"
            hint="What happens, and what should we do?"
            value={answers.allergies}
            error={errorOf(allergies)}
            onType={(text) => form.changeHealth(index, { allergies: text })}
          />
          <TextArea
            id={conditions}
            label="Conditions, medicine, fears"
            value={answers.conditions}
            error={errorOf(conditions)}
            onType={(text) => form.changeHealth(index, { conditions: text })}
          />
        </div>
      )}
    </div>
  );
}
