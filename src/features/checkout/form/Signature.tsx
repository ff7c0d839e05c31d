import { useStore } from '@nanostores/react';
import { Field } from '#ui/Field.tsx';
import { faultMessage } from '../messages.ts';
import { fieldName } from './fields.ts';
import type { Checkout } from '../store.ts';

/** The parent's own name as a signature. It is never written to the browser's storage. */
export function Signature({ checkout: { form } }: { checkout: Checkout }) {
  const { signature } = useStore(form.$private);
  const fault = useStore(form.$faults)['signature'];
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
        error={fault && faultMessage('signature', fault)}
        onChange={(event) => form.sign(event.target.value)}
        onBlur={() => void form.leave('signature')}
        required
      />
    </div>
  );
}
