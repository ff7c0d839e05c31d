import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { ScheduleItem } from '#contract/management-schedule.ts';
import { Button } from '#ui/Button.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useEntered } from '#ui/staff/use-entered.ts';
import { SelectField } from '../SelectField.tsx';
import type { ItemDetailsStore } from '../item/detail.ts';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { type BookedChild, isFull, moveMessages as words, moveRefusals } from './messages.ts';
import { createMove, type Move, reasonField } from './store.ts';

interface Props {
  detail: Pick<ItemDetailsStore, 'showSaved'>;
  item: ScheduleItem;
  child: BookedChild;
  onMoved: (done: string) => void;
  onLeave: () => void;
}

/** Staff move a child, even to a full session or camp. */
export function MoveChild({ detail, item, child, onMoved, onLeave }: Props) {
  const [move] = useState(() => createMove(detail, item, child, onMoved));
  const targets = useStore(move.$targets);
  useEffect(() => void move.read(), [move]);
  return (
    <section className="sheet schedule-form no-print" aria-labelledby="move-child">
      <h3 id="move-child">{words.title(child.name)}</h3>
      {targets.state === 'loading' && <p role="status">{words.loading}</p>}
      {targets.state === 'failed' && (
        <>
          <RefusalNotice code={targets.code} own={moveRefusals} />
          <Button kind="line" small onClick={() => void move.read()}>
            {failedMessages.again}
          </Button>
        </>
      )}
      {targets.state === 'ready' && targets.items.length === 0 && (
        <p className="quiet">{words.none[item.kind]}</p>
      )}
      {targets.state === 'ready' && targets.items.length > 0 ? (
        <MoveForm move={move} item={item} child={child} targets={targets.items} onLeave={onLeave} />
      ) : (
        <div className="row">
          <Button kind="line" small onClick={onLeave}>
            {words.leave}
          </Button>
        </div>
      )}
    </section>
  );
}

interface FormProps extends Pick<Props, 'item' | 'child' | 'onLeave'> {
  move: Move;
  targets: readonly ScheduleItem[];
}

function MoveForm({ move, item, child, targets, onLeave }: FormProps) {
  const { form } = move;
  const values = useStore(form.$values);
  const busy = useStore(form.$busy);
  const outcome = useStore(form.$outcome);
  const errorOf = useErrorOf(form);
  const place = useEntered<HTMLDivElement>();
  const to = move.targetOf(values['p_to']);
  const addsSpot = to !== undefined && isFull(to);
  return (
    <div ref={place}>
      <Form form={form} className="stack gap-3.5" labelledBy="move-child">
        {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
        <p className="quiet">{child.is_unpaid ? words.unpaid : words.text[item.kind]}</p>
        <SelectField
          field="p_to"
          value={values['p_to'] ?? ''}
          error={errorOf('p_to')}
          options={[
            ['', words.choose],
            ...targets.map((target) => [target.id, words.option(target)] as const),
          ]}
          onChoose={(p_to) => form.change({ p_to })}
        />
        <Fields fields={[reasonField]} form={form} />
        {addsSpot && <Notice tone="warn">{words.full(to, child.name)}</Notice>}
        <div className="row">
          <Button kind="solid" small type="submit" busy={busy}>
            {addsSpot ? words.moveAndAdd : words.move}
          </Button>
          <Button kind="line" small onClick={onLeave}>
            {words.leave}
          </Button>
        </div>
      </Form>
    </div>
  );
}
