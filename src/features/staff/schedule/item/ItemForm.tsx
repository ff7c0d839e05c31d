import { useStore } from '@nanostores/react';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import type { CampFields, SessionFields, WeekPlan } from '#contract/management-schedule.ts';
import { Button } from '#ui/Button.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { useEntered } from '#ui/staff/use-entered.ts';
import { ImpactQuestion } from '../change/ImpactQuestion.tsx';
import { formMessages, itemMessages, valueMessage } from '../messages.ts';
import { type KindFields, namesOf } from '../model.ts';
import { CampInputs } from './CampInputs.tsx';
import type { ItemDetailsStore } from './detail.ts';
import { createCampForm, createSessionForm } from './form.ts';
import { SessionInputs } from './SessionInputs.tsx';

interface Props {
  detail: ItemDetailsStore;
  plan: WeekPlan;
  item: KindFields;
  isNew: boolean;
  /**
   * True if somebody is booked or waiting. The fields that decide what they booked cannot be
   * changed then.
   */
  fixed: boolean;
  onLeave: () => void;
}

/** The form of a session or camp. A change with consequences is confirmed before it is saved. */
export function ItemForm(props: Props) {
  const { detail, plan, item } = props;
  const question = useStore(detail.$question);
  const place = useEntered<HTMLDivElement>();
  const names = useMemo(() => namesOf(plan), [plan]);
  return (
    <div ref={place}>
      {question !== null && (
        <ImpactQuestion
          impact={question.impact}
          changes={question.changes.map(({ field, was, is }) =>
            formMessages.becomes(field, valueMessage(was, names), valueMessage(is, names)),
          )}
          hasChanged={question.hasChanged}
          busy={false}
          onDecide={question.answer}
          onLeave={() => question.answer(null)}
        />
      )}
      {/* The form stays mounted, so it keeps what was typed. */}
      <div hidden={question !== null}>
        {item.kind === 'session' ? (
          <SessionForm {...props} fields={item.fields} />
        ) : (
          <CampForm {...props} fields={item.fields} />
        )}
      </div>
    </div>
  );
}

function SessionForm({ fields, ...props }: Props & { fields: SessionFields }) {
  const { detail, plan, isNew, fixed, onLeave } = props;
  const [form] = useState(() => createSessionForm(fields, { detail, isNew, onLeave }));
  return (
    <ItemFrame {...props} form={form} fixedText={itemMessages.fixedSession}>
      <SessionInputs plan={plan} form={form} fixed={fixed} />
    </ItemFrame>
  );
}

function CampForm({ fields, ...props }: Props & { fields: CampFields }) {
  const { detail, plan, isNew, fixed, onLeave } = props;
  const [form] = useState(() => createCampForm(fields, { detail, isNew, onLeave }));
  return (
    <ItemFrame {...props} form={form} fixedText={itemMessages.fixedCamp}>
      <CampInputs plan={plan} form={form} fixed={fixed} isNew={isNew} />
    </ItemFrame>
  );
}

interface FrameProps extends Pick<Props, 'detail' | 'isNew' | 'fixed' | 'onLeave'> {
  form: ComponentProps<typeof Form>['form'];
  /** The text says what cannot be changed and what to do instead. */
  fixedText: string;
  children: ReactNode;
}

function ItemFrame({ detail, form, isNew, fixed, fixedText, onLeave, children }: FrameProps) {
  const outcome = useStore(detail.$outcome);
  const busy = useStore(detail.$busy);
  const save = outcome?.state === 'conflict' ? formMessages.saveMine : formMessages.save;
  return (
    <Form form={form} className="sheet schedule-form" labelledBy="side-title">
      {fixed && <p className="quiet">{fixedText}</p>}
      {children}
      <div className="row">
        <Button kind="solid" type="submit" busy={busy}>
          {isNew ? formMessages.create : save}
        </Button>
        <Button kind="line" onClick={onLeave}>
          {formMessages.goBack}
        </Button>
      </div>
    </Form>
  );
}
