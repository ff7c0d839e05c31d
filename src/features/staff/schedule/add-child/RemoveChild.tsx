import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { RemoveUnpaidChild } from '#contract/added-children.ts';
import type { ScheduleItem } from '#contract/management-schedule.ts';
import { errorText } from '#api/error-text.ts';
import { today } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { checkFields } from '#ui/kit/form/check.ts';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { createForm } from '#ui/kit/form/form.ts';
import { Notice } from '#ui/Notice.tsx';
import { useEntered } from '#ui/staff/use-entered.ts';
import * as api from '../api.ts';
import type { ItemDetailsStore } from '../item/detail.ts';
import type { BookedChild } from '../move-child/messages.ts';
import { removeChildMessages as words, removeChildRefusals } from './messages.ts';
import { reasonField } from './store.ts';

interface Props {
  detail: Pick<ItemDetailsStore, 'showSaved'>;
  item: ScheduleItem;
  child: BookedChild;
  onRemoved: (done: string) => void;
  onLeave: () => void;
}

function createRemoval({ detail, item, child, onRemoved }: Omit<Props, 'onLeave'>) {
  // The request has an id, so sending it twice removes the child only once.
  const noteId = crypto.randomUUID();
  return createForm(RemoveUnpaidChild, {
    empty: { p_reason: '' },
    read(values) {
      const faults = checkFields([reasonField], values, today());
      const body = { p_reason: values.p_reason.trim() };
      return { faults, body: Object.keys(faults).length > 0 ? null : body };
    },
    send: ({ p_reason: reason }) => api.removeUnpaidChild(noteId, child.child_id, item.id, reason),
    onSent(details) {
      detail.showSaved(details);
      onRemoved(words.done(child.name));
      return null;
    },
    onRefused: async (refusal) => ({
      tone: 'bad' as const,
      text: await errorText(refusal, removeChildRefusals),
    }),
  });
}

/** Removes a child for whom nobody paid. If somebody paid, the booking is cancelled where the payment is shown. */
export function RemoveChild(props: Props) {
  const { child, onLeave } = props;
  const [form] = useState(() => createRemoval(props));
  const busy = useStore(form.$busy);
  const outcome = useStore(form.$outcome);
  const place = useEntered<HTMLElement>();
  return (
    <section ref={place} className="sheet schedule-form no-print" aria-labelledby="remove-child">
      <h3 id="remove-child">{words.title(child.name)}</h3>
      <Form form={form} className="stack gap-3.5" labelledBy="remove-child">
        {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
        <p className="quiet">{words.text}</p>
        <Fields fields={[reasonField]} form={form} />
        <div className="row">
          <Button kind="solid" small type="submit" busy={busy}>
            {words.act}
          </Button>
          <Button kind="line" small onClick={onLeave}>
            {words.leave}
          </Button>
        </div>
      </Form>
    </section>
  );
}
