import { useStore } from '@nanostores/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { readFormPrefill } from '#api/form-prefill.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { EmailField } from '#ui/people/EmailField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { linkFaultMessage, linkMessages } from './messages.ts';
import { createNewLink } from './new-link.ts';

/** The fields stay disabled until React has hydrated the page. */
export default function NewLink() {
  const ready = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const [link] = useState(createNewLink);
  const asking = useStore(link.$asking);
  const { state, fault } = asking;
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
      refusal={fault && asking}
      onSubmit={() => void link.send(number, email)}
    >
      <h2 id="new-link">{linkMessages.title}</h2>
      <fieldset className="fields min-w-0" disabled={!ready}>
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
        <Button type="submit" kind="solid" busy={state === 'sending'} disabled={!ready}>
          {linkMessages.send}
        </Button>
      </div>
    </FormElement>
  );
}
