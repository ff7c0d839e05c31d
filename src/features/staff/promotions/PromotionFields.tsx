import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { StaffPromotion } from '#contract/management-promotions.ts';
import { Button } from '#ui/Button.tsx';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { Notice } from '#ui/Notice.tsx';
import '#ui/people/error-summary.css';
import { fetchChoices } from './api.ts';
import type { PromotionForm } from './form.ts';
import { fieldFault, formMessages } from './messages.ts';
import { type Choices, labelOf, noChoices, partsOf, withChosen } from './model.ts';

interface Props {
  /** The code that is being changed, or null for a new one. */
  before: StaffPromotion | null;
  form: PromotionForm;
  save: string;
  onLeave: () => void;
}

/** If saving fails, the typed values stay. */
export function PromotionFields({ before, form, save, onLeave }: Props) {
  const busy = useStore(form.$busy);
  const outcome = useStore(form.$outcome);
  const choices = useChoices();
  return (
    <Form form={form} className="promotion-form" labelOf={labelOf} messageOf={fieldFault}>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      {choices === null && <Notice tone="bad">{formMessages.choicesFailed}</Notice>}
      {partsOf(withChosen(choices ?? noChoices, before)).map(({ title, hint, fields }) => (
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

/**
 * Returns the offers and locations to which a code can be limited. Null means that they could not
 * be read.
 */
function useChoices(): Choices | null {
  const [choices, setChoices] = useState<Choices | null>(noChoices);
  useEffect(() => {
    let isOpen = true;
    void fetchChoices().then((read) => isOpen && setChoices(read));
    return () => {
      isOpen = false;
    };
  }, []);
  return choices;
}
