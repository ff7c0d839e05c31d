import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { ageOn } from '#domain/dates.ts';
import { dateOf, isBlankChild } from '#domain/person.ts';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { warning } from '#ui/icons.ts';
import { BirthDate } from '#ui/people/BirthDate.tsx';
import { AgeLine } from './AgeLine.tsx';
import { avatarOf } from './avatars.ts';
import { Level } from './Level.tsx';
import { teamOfOtherLevel, type Team, withAges } from './levels.ts';
import { levelMessages, messages } from '../../messages.ts';
import { fieldName } from '../fields.ts';
import { emptyChild } from '../model.ts';
import type { Checkout } from '../../store.ts';
import { useErrors } from '../use-errors.ts';
import { childMessages } from '../field-messages.ts';

const KnownChildren = lazy(() => import('#ui/people/KnownChildren.tsx'));
const GoesTo = lazy(async () => ({ default: (await import('../../basket-views.ts')).GoesTo }));

interface Props {
  checkout: Checkout;
  teams: readonly Team[];
  index: number;
}

export function ChildFields({ checkout, teams, index }: Props) {
  const { form, sale, changes } = checkout;
  const { children } = useStore(form.$values);
  const error = useErrors(form);
  const family = useStore(form.$family);
  const subject = useStore(sale.$subject);
  const seated = useStore(sale.$seated);
  const isBasket = useStore(sale.$isBasket);
  const isChanging = useStore(changes.$changing);
  const values = children[index] ?? emptyChild;
  const dob = dateOf(values);
  const age = dob && subject ? ageOn(dob, subject.firstDay) : null;
  const [nameId, dobId] = [`children[${index}].name`, `children[${index}].dob`];
  const isBlank = values.name.trim() === '';
  const title =
    values.name.trim() || (children.length === 1 ? childMessages.only : childMessages.numbered(index));
  const levelMismatch = subject && teamOfOtherLevel(values.level, subject, teams);
  const hasSpot = index < (seated ?? 1);
  return (
    <div className="card fields two" role="group" aria-label={childMessages.numbered(index)}>
      <div className="child-head all">
        <img src={avatarOf(index)} width="64" height="64" alt="" />
        <div>
          <h3 translate={isBlank ? undefined : 'no'}>{title}</h3>
          {!isBasket && <p>{subject?.label}</p>}
        </div>
        {children.length > 1 && (
          <button
            type="button"
            className="text-button"
            disabled={isChanging}
            onClick={() => void changes.removeChild(index)}
          >
            Remove<span className="sr-only"> {title}</span>
          </button>
        )}
      </div>
      {family && isBlankChild(values) && (
        <Suspense>
          <KnownChildren
            options={family.children}
            named={children.map(({ name }) => name)}
            onChoose={(child) => form.typeChild(index, child)}
          />
        </Suspense>
      )}
      <Field
        id={nameId}
        label={fieldName(nameId)}
        autoCapitalize="words"
        spellCheck={false}
        autoComplete="off"
        value={values.name}
        error={error(nameId)}
        onChange={(event) => form.typeChild(index, { name: event.target.value })}
        required
      />
      <BirthDate
        id={dobId}
        label={fieldName(dobId)}
        value={values}
        error={error(dobId)}
        onType={(patch) => form.typeChild(index, patch)}
        onLeave={() => void form.checkLeftField(dobId)}
      />
      <Level checkout={checkout} index={index} />
      {isBasket && (
        <Suspense>
          <GoesTo checkout={checkout} index={index} title={title} />
        </Suspense>
      )}
      {/* This element is always rendered, so that a screen reader announces changes in it. */}
      <div className="age-status all" role="status">
        {age !== null && subject && !isBasket && !error(dobId) && (
          <AgeLine age={age} subject={withAges(subject, teams)} />
        )}
        {levelMismatch && !isBasket && (
          <p className="age-line unsure">
            <Icon path={warning} />
            {levelMessages.other(levelMismatch)}
          </p>
        )}
        {!hasSpot && !isChanging && (
          <p className="age-line unsure">
            <Icon path={warning} />
            {messages.unseated}
          </p>
        )}
      </div>
    </div>
  );
}
