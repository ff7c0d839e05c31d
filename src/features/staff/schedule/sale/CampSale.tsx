import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { type ScheduleItem, SellWithoutCoach } from '#contract/management-schedule.ts';
import { errorText } from '#api/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { fieldsOf, type FormField, type Values } from '#ui/kit/form/field.ts';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { createForm } from '#ui/kit/form/form.ts';
import { useAction } from '#ui/kit/use-action.ts';
import { Notice } from '#ui/Notice.tsx';
import { saleProblems } from '#ui/staff/messages.ts';
import { setSaleException } from '../api.ts';
import type { ItemDetailsStore } from '../item/detail.ts';
import { refusals } from '../messages.ts';
import { saleMessages as words } from './messages.ts';

interface Props {
  detail: ItemDetailsStore;
  camp: ScheduleItem;
}

/** Says why a camp is not on sale and what to do about it, or why it is sold without a coach. */
export function CampSale({ detail, camp }: Props) {
  const { busy, outcome, run } = useAction();
  const [isTyping, setTyping] = useState(false);
  const { sale_problem: problem, sale_exception: exception } = camp;
  async function requireCoach() {
    const answer = await setSaleException(camp.id, null);
    if (!answer.ok) return { tone: 'bad' as const, text: await errorText(answer.code, refusals) };
    detail.showSaved(answer.value);
    return null;
  }
  return (
    <>
      {problem !== null && (
        <Notice
          tone="warn"
          title={saleProblems[problem]}
          actions={
            problem === 'no_coach' &&
            !isTyping && (
              <Button kind="line" small onClick={() => setTyping(true)}>
                {words.sell}
              </Button>
            )
          }
        >
          {words.text(camp)}
        </Notice>
      )}
      {problem === 'no_coach' && isTyping && (
        <ReasonForm detail={detail} campId={camp.id} onLeave={() => setTyping(false)} />
      )}
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      {exception !== null && (
        <>
          <Notice title={words.exception}>
            {words.exceptionText(exception.reason, exception.by, exception.at)}
          </Notice>
          <ConfirmButton
            name={words.end}
            means={camp.coaches.length > 0 ? words.means.withCoach : words.means.withoutCoach}
            yes={words.yes}
            no={words.no}
            busy={busy}
            onYes={() => void run(requireCoach)}
          />
        </>
      )}
    </>
  );
}

const field = fieldsOf(SellWithoutCoach);
const fields: readonly FormField[] = [
  field('p_reason', 'text', words.reason, { required: true, autoComplete: 'off' }),
];

const read = (values: Values) => {
  const p_reason = (values['p_reason'] ?? '').trim();
  return p_reason === ''
    ? { faults: { p_reason: { kind: 'missing' as const } }, body: null }
    : { faults: {}, body: { p_reason } };
};

interface FormProps {
  detail: ItemDetailsStore;
  campId: string;
  onLeave: () => void;
}

function ReasonForm({ detail, campId, onLeave }: FormProps) {
  const [form] = useState(() =>
    createForm(SellWithoutCoach, {
      empty: { p_reason: '' },
      read,
      send: ({ p_reason }) => setSaleException(campId, p_reason),
      onSent(details) {
        onLeave();
        detail.showSaved(details);
        return null;
      },
      onRefused: async ({ code }) => ({ tone: 'bad' as const, text: await errorText(code, refusals) }),
    }),
  );
  const busy = useStore(form.$busy);
  const outcome = useStore(form.$outcome);
  return (
    <Form form={form} className="stack gap-3.5" label={words.form}>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <Fields fields={fields} form={form} />
      <div className="row">
        <Button kind="solid" small type="submit" busy={busy}>
          {words.save}
        </Button>
        <Button kind="line" small onClick={onLeave}>
          {words.leave}
        </Button>
      </div>
    </Form>
  );
}
