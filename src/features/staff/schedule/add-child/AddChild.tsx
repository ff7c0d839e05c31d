import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { AddingWay } from '#contract/added-children.ts';
import type { ScheduleItem } from '#contract/management-schedule.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { Field, FieldError } from '#ui/Field.tsx';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { Notice } from '#ui/Notice.tsx';
import { narrowSearch } from '#ui/staff/messages.ts';
import { useEntered } from '#ui/staff/use-entered.ts';
import type { ItemDetailsStore } from '../item/detail.ts';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { addMessages as words, addRefusals } from './messages.ts';
import {
  type AddedChild,
  type AddChildStore,
  AGE,
  childrenOf,
  createAddChild,
  type FoundChild,
  reasonField,
  sellPath,
} from './store.ts';

interface Props {
  detail: Pick<ItemDetailsStore, 'showSaved'>;
  item: ScheduleItem;
  onAdded: (done: AddedChild) => void;
  onLeave: () => void;
}

/** Staff add a child, even to a full session or camp. They see the consequences before they confirm. */
export function AddChild({ detail, item, onAdded, onLeave }: Props) {
  const [store] = useState(() => createAddChild(detail, item, onAdded));
  const child = useStore(store.$child);
  const place = useEntered<HTMLElement>();
  return (
    <section ref={place} className="sheet schedule-form no-print" aria-labelledby="add-child">
      <h3 id="add-child">{words.title}</h3>
      {child === null ? (
        <Search store={store} item={item} onLeave={onLeave} />
      ) : (
        <AddForm key={child.id} store={store} item={item} child={child} onLeave={onLeave} />
      )}
    </section>
  );
}

const SellLink = ({ item, child }: { item: ScheduleItem; child?: FoundChild }) => (
  <a className="button line small" href={sellPath(item, child)}>
    {words.sell}
  </a>
);

function Search({ store, item, onLeave }: { store: AddChildStore } & Pick<Props, 'item' | 'onLeave'>) {
  const text = useStore(store.$search);
  const found = useStore(store.$found);
  const children = found.state === 'found' ? childrenOf(found.value.rows) : [];
  return (
    <div className="stack gap-3.5">
      <Field
        id="add-child-search"
        type="search"
        label={words.search}
        placeholder={words.searchHint}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={120}
        value={text}
        onChange={({ target }) => store.search(target.value)}
      />
      <p className="sr-only" role="status">
        {found.state === 'found' ? `${children.length}` : ''}
      </p>
      {found.state === 'searching' && <p className="quiet">{words.searching}</p>}
      {found.state === 'failed' && <RefusalNotice code={found.code} own={addRefusals} />}
      {found.state === 'found' && children.length === 0 && <p className="quiet">{words.nobody}</p>}
      {children.length > 0 && (
        <ul className="found-list">
          {children.map((child) => (
            <li key={child.id}>
              <button type="button" onClick={() => store.chooseChild(child)}>
                <b>{child.name}</b>
                <small>
                  {child.family} · {child.email}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {found.state === 'found' && found.value.more && <p className="quiet">{narrowSearch}</p>}
      <div className="row">
        <SellLink item={item} />
        <Button kind="line" small onClick={onLeave}>
          {words.leave}
        </Button>
      </div>
    </div>
  );
}

interface FormProps extends Pick<Props, 'item' | 'onLeave'> {
  store: AddChildStore;
  child: FoundChild;
}

const waysOf = ({ kind }: ScheduleItem): readonly AddingWay[] =>
  kind === 'session' ? ['credit', 'offer', 'free'] : ['offer', 'free'];

function AddForm({ store, item, child, onLeave }: FormProps) {
  const { form } = store;
  const values = useStore(form.$values);
  const busy = useStore(form.$busy);
  const outcome = useStore(form.$outcome);
  const preview = useStore(store.$preview);
  const errorOf = useErrorOf(form);
  const way = waysOf(item).find((one) => one === values['p_way']);
  const wayError = errorOf('p_way');
  return (
    <Form form={form} className="stack gap-3.5" labelledBy="add-child">
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <p className="added-child">
        <b>{words.chosen(child.name, child.family)}</b>
        <Button kind="line" small onClick={() => store.chooseChild(null)}>
          {words.other}
        </Button>
      </p>
      <fieldset id="p_way" tabIndex={-1} className="schedule-options stack gap-1">
        <legend>{words.how}</legend>
        {waysOf(item).map((one) => (
          <label key={one}>
            <input type="radio" name="p_way" checked={way === one} onChange={() => store.chooseWay(one)} />
            <span>
              {words.ways[one].label}
              <small>{words.ways[one].note(item.kind)}</small>
            </span>
          </label>
        ))}
        {wayError && <FieldError id="p_way-error">{wayError}</FieldError>}
      </fieldset>
      {preview.state === 'loading' && <p role="status">{words.checking}</p>}
      {preview.state === 'failed' && (
        <>
          <RefusalNotice code={preview.code} own={addRefusals} />
          <div className="row">
            <Button kind="line" small onClick={() => void store.readPreview()}>
              {failedMessages.again}
            </Button>
          </div>
        </>
      )}
      {preview.state === 'ready' && way && (
        <>
          <div className="schedule-consequences">
            <b>{words.consequences}</b>
            <ul>
              {words.lines(child.name, preview.preview, way).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
          {preview.preview.age !== null && (
            <Checkbox
              id={AGE}
              checked={values[AGE] === 'true'}
              error={errorOf(AGE) && words.ageMissing}
              onChange={({ target }) => form.change({ [AGE]: target.checked ? 'true' : '' })}
            >
              {words.allowAge(child.name, preview.preview.age, item.kind)}
            </Checkbox>
          )}
          <Fields fields={[reasonField]} form={form} />
        </>
      )}
      <div className="row">
        {preview.state === 'ready' && way && (
          <Button kind="solid" small type="submit" busy={busy}>
            {preview.preview.added ? words.addSpot(words.ways[way].act) : words.ways[way].act}
          </Button>
        )}
        {item.taken < item.capacity && <SellLink item={item} child={child} />}
        <Button kind="line" small onClick={onLeave}>
          {words.leave}
        </Button>
      </div>
    </Form>
  );
}
