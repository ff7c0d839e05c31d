import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { readFormPrefill } from '#api/form-prefill.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { EmailField } from '#ui/people/EmailField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { linkFaultMessage, linkMessages } from './messages.ts';
import { createOrderLinkForm } from './order-link-form.ts';

/**
 * With this form, a family whose link to its booking has expired asks for a new one by e-mail. The fields are disabled
 * until hydration.
 */
export default function OrderLinkForm() {
  const hydrated = useHydrated();
  const [form] = useState(createOrderLinkForm);
  const formState = useStore(form.$form);
  const { state, fault } = formState;
  const [number, setNumber] = useState('');
  const [email, setEmail] = useState('');
  useEffect(() => {
    void readFormPrefill().then((family) => family && setEmail((current) => current || family.email));
  }, []);
  if (state === 'sent') return <Notice>{linkMessages.sent}</Notice>;

  return (
    <FormElement
      className="card manage-line"
      aria-labelledby="new-link"
      refusal={fault && formState}
      onSubmit={() => void form.send(number, email)}
    >
      <h2 id="new-link">{linkMessages.title}</h2>
      <fieldset className="fields min-w-0" disabled={!hydrated}>
        <Field
          id="link-number"
          label={linkMessages.number}
          hint={linkMessages.numberHint}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={20}
          value={number}
          error={fault === 'number' ? linkMessages.faults.number : undefined}
          onChange={(event) => setNumber(event.target.value)}
        />
        <EmailField
          id="link-email"
          label={linkMessages.email}
          maxLength={254}
          value={email}
          error={fault === 'email' ? linkMessages.faults.email : undefined}
          onType={setEmail}
        />
      </fieldset>
      {(fault === 'rate_limited' || fault === 'failed') && (
        <Notice tone="bad">{linkFaultMessage(fault)}</Notice>
      )}
      <div className="row">
        <Button type="submit" kind="solid" busy={state === 'sending'} disabled={!hydrated}>
          {linkMessages.send}
        </Button>
      </div>
    </FormElement>
  );
}
