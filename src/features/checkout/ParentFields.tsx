import { useStore } from '@nanostores/react';
import { Field } from '../../ui/Field.tsx';
import { faultWords, fieldNames } from './messages.ts';
import type { Checkout } from './store.ts';

export function ParentFields({ checkout: { form } }: { checkout: Checkout }) {
  const values = useStore(form.$form);
  const faults = useStore(form.$faults);
  return (
    <div className="card fields two">
      <Field
        wide
        id="parentName"
        label={fieldNames.parentName}
        autoCapitalize="words"
        spellCheck={false}
        autoComplete="name"
        value={values.parentName}
        error={faults.parentName && faultWords('parentName', faults.parentName)}
        onChange={(event) => form.type('parentName', event.target.value)}
        required
      />
      <Field
        id="email"
        label={fieldNames.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        value={values.email}
        error={faults.email && faultWords('email', faults.email)}
        onChange={(event) => form.type('email', event.target.value)}
        onBlur={() => void form.leave('email')}
        required
      />
      <Field
        id="phone"
        label={fieldNames.phone}
        prefix="+65"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        value={values.phone}
        error={faults.phone && faultWords('phone', faults.phone)}
        onChange={(event) => form.type('phone', event.target.value)}
        onBlur={() => void form.leave('phone')}
        required
      />
    </div>
  );
}
