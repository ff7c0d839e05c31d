import { useState } from 'react';
import type { ScheduleItemDetails } from '#contract/management-schedule.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { familyPath } from '#ui/staff/family-path.ts';
import { itemMessages } from '../messages.ts';
import { canCancel } from '../model.ts';
import { type BookedChild, moveMessages } from '../move-child/messages.ts';
import { MoveChild } from '../move-child/MoveChild.tsx';
import type { ItemDetailsStore } from './detail.ts';

/** Until the session or camp begins, each child can be moved to another date. */
export function ItemChildren({
  detail,
  details,
}: {
  detail: Pick<ItemDetailsStore, 'showSaved'>;
  details: ScheduleItemDetails;
}) {
  const { place: item, children, heads } = details;
  const [movingChild, setMovingChild] = useState<BookedChild | null>(null);
  const [doneText, setDoneText] = useState<string | null>(null);
  function closeMove(text: string | null) {
    setMovingChild(null);
    setDoneText(text);
  }
  return (
    <>
      {doneText !== null && <Notice>{doneText}</Notice>}
      {movingChild !== null && (
        <MoveChild
          key={movingChild.child_id}
          detail={detail}
          item={item}
          child={movingChild}
          onMoved={closeMove}
          onLeave={() => closeMove(null)}
        />
      )}
      <section className="sheet" aria-labelledby="item-children">
        <header>
          <h3 id="item-children">{itemMessages.children}</h3>
          {children.length > 0 && <span className="tag numbers">{children.length}</span>}
        </header>
        {children.length === 0 ? (
          <p className="quiet">{itemMessages.noChildren}</p>
        ) : (
          <>
            {heads !== null && <p>{itemMessages.today(heads)}</p>}
            <ul className="item-children">
              {children.map((child) => (
                <li key={child.child_id}>
                  <p>
                    <a href={familyPath(child.family_id, child.child_id)}>{child.name}</a>
                    {child.state !== null && (
                      <span className="quiet"> {itemMessages.childToday(child.state)}</span>
                    )}
                  </p>
                  {canCancel(item) && child.state !== 'in' && child.state !== 'out' && (
                    <Button
                      kind="line"
                      small
                      aria-label={moveMessages.openOf(child.name)}
                      onClick={() => {
                        setDoneText(null);
                        setMovingChild(child);
                      }}
                    >
                      {moveMessages.open}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </>
  );
}
