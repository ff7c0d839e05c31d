import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { Notice } from '#ui/Notice.tsx';
import '#ui/people/error-summary.css';
import type { PromotionForm } from './form.ts';
import { fieldFault, formMessages } from './messages.ts';
import { labelOf, parts } from './model.ts';

interface Props {
  form: PromotionForm;
  save: string;
  onLeave: () => void;
}

/** If saving fails, the typed values stay. */
export function PromotionFields({ form, save, onLeave }: Props) {
  const busy = useStore(form.$busy);
  const outcome = useStore(form.$outcome);
  return (
    <Form form={form} className="promotion-form" labelOf={labelOf} messageOf={fieldFault}>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      {parts.map(({ title, hint, fields }) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          {hint !== undefined && <p className="quiet">{hint}</p>}
          <Fields fields={fields} form={form} messageOf={fieldFault} />
        </fieldset>
      ))}
      <p className="quiet">{formMessages.effect}</p>
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
