import { useStore } from '@nanostores/react';
import { Field } from '#ui/Field.tsx';
import { fieldName } from './fields.ts';
import type { Checkout } from '../store.ts';
import { useErrors } from './use-errors.ts';

/** Asks for the parent's name as a signature, which is never saved in the browser. */
export function Signature({ checkout: { form } }: { checkout: Checkout }) {
  const { signature } = useStore(form.$values);
  const error = useErrors(form);
  return (
    <div className="checkout-signature">
      <Field
        id="signature"
        label={fieldName('signature')}
        hint="Type your full name to sign the boxes that you ticked."
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        maxLength={120}
        value={signature}
        error={error('signature')}
        onChange={(event) => form.sign(event.target.value)}
        onBlur={() => void form.checkLeftField('signature')}
        required
      />
    </div>
  );
}
