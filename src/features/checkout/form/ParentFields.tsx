import { useStore } from '@nanostores/react';
import { $session } from '#browser/session.ts';
import { storesTexts } from '#browser/text-storage.ts';
import { signInPath } from '#config/paths.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { EmailField } from '#ui/people/EmailField.tsx';
import { PhoneField } from '#ui/people/PhoneField.tsx';
import { messages } from '../messages.ts';
import { fieldName } from './fields.ts';
import type { Checkout } from '../store.ts';
import { useErrors } from './use-errors.ts';

export function ParentFields({ checkout: { form } }: { checkout: Checkout }) {
  const values = useStore(form.$values);
  const isKnown = useStore(form.$known);
  const session = useStore($session);
  const error = useErrors(form);
  return (
    <div className="card fields two">
      {session.state === 'signed_out' && storesTexts() && (
        <p className="hint all">
          {messages.haveAccount}{' '}
          <a href={signInPath(location.pathname + location.search)}>{messages.signInAndReturn}</a>
        </p>
      )}
      <Field
        wide
        id="parent.name"
        label={fieldName('parent.name')}
        autoCapitalize="words"
        spellCheck={false}
        autoComplete="name"
        value={values.parentName}
        error={error('parent.name')}
        onChange={(event) => form.type({ parentName: event.target.value })}
        required
      />
      <EmailField
        id="parent.email"
        label={fieldName('parent.email')}
        value={values.email}
        error={error('parent.email')}
        onType={(email) => form.type({ email })}
        onBlur={() => void form.checkLeftField('parent.email')}
        required
      />
      <PhoneField
        id="parent.phone"
        label={fieldName('parent.phone')}
        autoComplete="tel"
        value={values.phone}
        error={error('parent.phone')}
        onType={(phone) => form.type({ phone })}
        onBlur={() => void form.checkLeftField('parent.phone')}
        required
      />
      <div className="all">
        {storesTexts() && (
          <Checkbox
            id="keep"
            note="Names, birth dates and how to reach you. Never health, pickup or signature."
            checked={values.keep}
            onChange={(event) => form.type({ keep: event.target.checked })}
          >
            Keep my details in this browser for the next booking
          </Checkbox>
        )}
        {isKnown && (
          <p className="hint">
            Filled in from your last booking.{' '}
            <button type="button" className="text-button" onClick={form.forgetMe}>
              Forget my details
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
