import type { CollectionRules } from '#contract/pickup.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { SectionFailed, SectionWaiting } from '#ui/family/SectionState.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { missingTexts, useForm } from '#ui/kit/form/use-form.ts';
import { Notice } from '#ui/Notice.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import type { Collection, NewBlocked } from './collection.ts';
import { collectionMessages } from './messages.ts';
import './collection.css';

export function CollectionCard({ collection }: { collection: Collection }) {
  const view = useStore(collection.$view);
  const outcome = useStore(collection.$outcome);
  useEffect(() => void collection.open(), [collection]);
  if (view.state === 'loading') return <SectionWaiting rows={2} label={collectionMessages.loading} />;
  if (view.state === 'failed')
    return (
      <SectionFailed
        title={collectionMessages.failed}
        offline={collectionMessages.offline}
        onRetry={collection.retry}
      />
    );
  const { rules } = view;
  return (
    <div className="card collection-card stack gap-3">
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <h3>{collectionMessages.never}</h3>
      <BlockedList collection={collection} rules={rules} />
      <BlockForm collection={collection} rules={rules} />
      <h3>{collectionMessages.alone}</h3>
      <p className="quiet">{collectionMessages.aloneLead(rules.alone_from_age)}</p>
      {rules.children.length === 0 && <p className="quiet">{collectionMessages.noChild}</p>}
      {rules.children.map((child) => (
        <Checkbox
          key={child.child_id}
          id={`alone-${child.child_id}`}
          checked={child.may_go_alone}
          note={collectionMessages.since(child, rules.alone_from_age)}
          onChange={() => void collection.allow(child.child_id, !child.may_go_alone)}
        >
          {collectionMessages.mayGo(child)}
        </Checkbox>
      ))}
    </div>
  );
}

interface Props {
  collection: Collection;
  rules: CollectionRules;
}

function BlockedList({ collection, rules: { blocked } }: Props) {
  const busy = useStore(collection.$busy);
  if (blocked.length === 0) return <p className="quiet">{collectionMessages.nobody}</p>;
  return (
    <ul>
      {blocked.map((person) => (
        <li key={person.id}>
          <span>
            <b>
              <Verbatim>{person.name}</Verbatim>
            </b>
            <small>{collectionMessages.entry(person)}</small>
          </span>
          <Button
            kind="line"
            small
            busy={busy}
            aria-label={collectionMessages.remove(person.name)}
            onClick={() => void collection.unblock(person.id)}
          >
            {collectionMessages.removeShort}
          </Button>
        </li>
      ))}
    </ul>
  );
}

const empty: NewBlocked = { name: '', childId: '', note: '' };

function BlockForm({ collection, rules: { children } }: Props) {
  const busy = useStore(collection.$busy);
  const form = useForm({
    empty,
    check: (draft: NewBlocked) => missingTexts(draft, 'name'),
    send: async (draft): Promise<void> => {
      if (await collection.block(draft)) form.saved(empty);
    },
  });
  const { values: draft, change } = form;
  const errorOf = useErrorOf(form, () => collectionMessages.needed);
  return (
    <Form form={form} className="block-form stack mb-4 justify-items-start gap-3">
      <Field
        id="blocked-name"
        label={collectionMessages.name}
        value={draft.name}
        maxLength={120}
        autoComplete="off"
        error={errorOf('name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      {children.length > 1 && (
        <div className="field">
          <label htmlFor="blocked-child">{collectionMessages.child}</label>
          <select
            id="blocked-child"
            value={draft.childId}
            onChange={({ target }) => change({ childId: target.value })}
          >
            <option value="">{collectionMessages.all}</option>
            {children.map(({ child_id, name }) => (
              <option key={child_id} value={child_id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      <Field
        id="blocked-note"
        label={collectionMessages.note}
        value={draft.note}
        maxLength={300}
        autoComplete="off"
        onChange={({ target }) => change({ note: target.value })}
      />
      <Button kind="solid" type="submit" busy={busy}>
        {collectionMessages.add}
      </Button>
    </Form>
  );
}
