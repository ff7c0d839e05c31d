import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { isBlankChild } from '#domain/person.ts';
import { Field } from '#ui/Field.tsx';
import { useErrorOf } from '#ui/kit/form/Form.tsx';
import { BirthDate } from '#ui/people/BirthDate.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import type { JoinForm } from './form.ts';
import { faultMessage, messages } from './messages.ts';
import type { Child } from './model.ts';

const KnownChildren = lazy(() => import('#ui/people/KnownChildren.tsx'));

export function ChildFields({ form, child, index }: { form: JoinForm; child: Child; index: number }) {
  const errorOf = useErrorOf(form, faultMessage);
  const family = useStore(form.$family);
  const { children } = useStore(form.$values);
  const hasSeveral = children.length > 1;
  const id = `children[${index}]`;
  const title = child.friend ? messages.friend : messages.child(index);
  return (
    <fieldset className="card fields two waitlist-child">
      <legend className="sr-only">{title}</legend>
      <div className="all cluster justify-between gap-3">
        <h3>{child.name.trim() === '' ? title : <Verbatim>{child.name.trim()}</Verbatim>}</h3>
        {hasSeveral && (
          <button
            type="button"
            className="text-button"
            aria-label={messages.remove(child.name.trim() || title)}
            onClick={() => form.remove(index)}
          >
            Remove
          </button>
        )}
      </div>
      {child.friend && <p className="all hint">{messages.friendHint}</p>}
      {family && !child.friend && isBlankChild(child) && (
        <Suspense>
          <KnownChildren
            options={family.children}
            named={children.map(({ name }) => name)}
            onChoose={(knownChild) => form.typeChild(index, knownChild)}
          />
        </Suspense>
      )}
      <Field
        id={`${id}.name`}
        label={child.friend ? 'Friend’s name' : 'Child’s name'}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        value={child.name}
        error={errorOf(`${id}.name`)}
        onChange={(event) => form.typeChild(index, { name: event.target.value })}
        required
      />
      {!child.friend && (
        <BirthDate
          id={`${id}.dob`}
          label="Date of birth"
          value={child}
          error={errorOf(`${id}.dob`)}
          onType={(patch) => form.typeChild(index, patch)}
        />
      )}
    </fieldset>
  );
}
