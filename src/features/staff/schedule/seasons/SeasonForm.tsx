import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { Notice } from '#ui/Notice.tsx';
import '#ui/people/error-summary.css';
import { labelOf, type SeasonForm as FormStore, seasonFields } from './form.ts';
import { fieldFault, formMessages } from './messages.ts';

interface Props {
  form: FormStore;
  save: string;
  onLeave: () => void;
  /** Text that says what saving does. */
  children: ReactNode;
}

export function SeasonForm({ form, save, onLeave, children }: Props) {
  const busy = useStore(form.$busy);
  const outcome = useStore(form.$outcome);
  return (
    <Form form={form} className="stack gap-3.5" labelOf={labelOf} messageOf={fieldFault}>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <Fields fields={seasonFields} form={form} messageOf={fieldFault} />
      <p className="quiet">{children}</p>
      <div className="row">
        <Button kind="solid" type="submit" busy={busy}>
          {save}
        </Button>
        <Button kind="line" onClick={onLeave}>
          {formMessages.leave}
        </Button>
      </div>
    </Form>
  );
}
