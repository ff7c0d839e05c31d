import { useState } from 'react';
import type { ScheduleItemDetails } from '#contract/management-schedule.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { familyPath } from '#ui/staff/family-path.ts';
import { AddChild } from '../add-child/AddChild.tsx';
import { addMessages, removeChildMessages } from '../add-child/messages.ts';
import { RemoveChild } from '../add-child/RemoveChild.tsx';
import type { AddedChild } from '../add-child/store.ts';
import { itemMessages } from '../messages.ts';
import { canCancel } from '../model.ts';
import { type BookedChild, moveMessages } from '../move-child/messages.ts';
import { MoveChild } from '../move-child/MoveChild.tsx';
import type { ItemDetailsStore } from './detail.ts';

type Opened = { form: 'add' } | { form: 'move' | 'remove'; child: BookedChild };

/**
 * Lists the children. Until the session or camp begins, staff can add a child, move one to another date, or remove one
 * for whom nobody paid.
 */
export function ItemChildren({
  detail,
  details,
}: {
  detail: Pick<ItemDetailsStore, 'showSaved'>;
  details: ScheduleItemDetails;
}) {
  const { place: item, children, heads } = details;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [done, setDone] = useState<AddedChild | null>(null);
  function open(form: Opened) {
    setDone(null);
    setOpened(form);
  }
  function finish(added: AddedChild | null) {
    setOpened(null);
    setDone(added);
  }
  const close = (text: string | null) => finish(text === null ? null : { text, sellPath: null });
  return (
    <>
      {done !== null && (
        <Notice
          {...(done.sellPath !== null && {
            actions: (
              <a className="button line small" href={done.sellPath}>
                {addMessages.sell}
              </a>
            ),
          })}
        >
          {done.text}
        </Notice>
      )}
      {opened?.form === 'add' && (
        <AddChild detail={detail} item={item} onAdded={finish} onLeave={() => close(null)} />
      )}
      {opened?.form === 'move' && (
        <MoveChild
          key={opened.child.child_id}
          detail={detail}
          item={item}
          child={opened.child}
          onMoved={close}
          onLeave={() => close(null)}
        />
      )}
      {opened?.form === 'remove' && (
        <RemoveChild
          key={opened.child.child_id}
          detail={detail}
          item={item}
          child={opened.child}
          onRemoved={close}
          onLeave={() => close(null)}
        />
      )}
      <section className="sheet" aria-labelledby="item-children">
        <header>
          <h3 id="item-children">{itemMessages.children}</h3>
          {children.length > 0 && <span className="tag numbers">{children.length}</span>}
          {canCancel(item) && item.is_on_sale && (
            <Button kind="line" small onClick={() => open({ form: 'add' })}>
              {addMessages.open}
            </Button>
          )}
        </header>
        {children.length === 0 ? (
          <p className="quiet">{itemMessages.noChildren}</p>
        ) : (
          <>
            {heads !== null && <p>{itemMessages.today(heads)}</p>}
            <ul className="item-children">
              {children.map((child) => (
                <ChildLine
                  key={child.child_id}
                  child={child}
                  canChange={canCancel(item) && child.state !== 'in' && child.state !== 'out'}
                  onOpen={open}
                />
              ))}
            </ul>
          </>
        )}
      </section>
    </>
  );
}

interface LineProps {
  child: BookedChild;
  canChange: boolean;
  onOpen: (form: Opened) => void;
}

const ChildLine = ({ child, canChange, onOpen }: LineProps) => (
  <li>
    <p>
      <a href={familyPath(child.family_id, child.child_id)}>{child.name}</a>
      {child.state !== null && <span className="quiet"> {itemMessages.childToday(child.state)}</span>}{' '}
      {child.is_unpaid && <span className="tag">{removeChildMessages.tag}</span>}
    </p>
    {canChange && (
      <span className="row">
        {child.is_unpaid && (
          <Button
            kind="line"
            small
            aria-label={removeChildMessages.openOf(child.name)}
            onClick={() => onOpen({ form: 'remove', child })}
          >
            {removeChildMessages.open}
          </Button>
        )}
        <Button
          kind="line"
          small
          aria-label={moveMessages.openOf(child.name)}
          onClick={() => onOpen({ form: 'move', child })}
        >
          {moveMessages.open}
        </Button>
      </span>
    )}
  </li>
);
