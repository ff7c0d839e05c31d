import { useStore } from '@nanostores/react';
import { paths } from '../../config/paths.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { faultWords } from './messages.ts';
import type { Checkout } from './store.ts';

export function Consents({ checkout: { form } }: { checkout: Checkout }) {
  const values = useStore(form.$form);
  const faults = useStore(form.$faults);
  // The whole name: which word of it is the given one differs from family to family.
  const child = values.childName.trim() || 'My child';
  return (
    <div className="card">
      <Checkbox
        id="terms"
        note="Needed"
        checked={values.terms}
        error={faults.terms && faultWords('terms', faults.terms)}
        onChange={(event) => form.type('terms', event.target.checked)}
      >
        I have read the{' '}
        <a href={paths.terms} target="_blank" rel="noopener">
          terms
        </a>{' '}
        and the cancellation rules.
      </Checkbox>
      <Checkbox
        id="activity"
        note="Needed"
        checked={values.activity}
        error={faults.activity && faultWords('activity', faults.activity)}
        onChange={(event) => form.type('activity', event.target.checked)}
      >
        {child} may skate and take part, and get first aid if it is needed.
      </Checkbox>
    </div>
  );
}
