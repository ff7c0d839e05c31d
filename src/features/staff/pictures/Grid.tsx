import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { StaffPicture } from '#contract/pictures.ts';
import kayak from '#assets/mascot/kayak.svg?url';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import type { List, View } from '#ui/staff/table/list.ts';
import { tableMessages } from '#ui/staff/table/messages.ts';
import { inPage } from '#ui/in-page.ts';
import type { Addresses } from './addresses.ts';
import { listMessages, stateMessages } from './messages.ts';
import type { PictureDetailsStore } from './detail.ts';

interface Props {
  list: List<StaffPicture>;
  view: View<StaffPicture>;
  addresses: Addresses;
  detail: PictureDetailsStore;
  openId: string | null;
}

export function Grid({ list, view, addresses, detail, openId }: Props) {
  const addressById = useStore(addresses.$addresses);
  const { filter } = useStore(list.$query);
  const rows = view.state === 'ready' ? view.rows : null;
  useEffect(() => {
    if (rows) void addresses.load(rows.map(({ id }) => id));
  }, [addresses, rows]);
  if (view.state === 'failed')
    return (
      <NotLoaded level={2} title={tableMessages.failed} code={view.code} onRetry={() => void list.read()} />
    );
  if (view.state === 'loading')
    return (
      <div className="picture-grid" aria-hidden="true">
        {Array.from({ length: 12 }, (_, index) => (
          <span key={index} className="skeleton picture-waiting" />
        ))}
      </div>
    );
  if (view.rows.length === 0)
    return Object.keys(filter).length === 0 ? (
      <EmptyState level={2} picture={kayak} title={listMessages.empty}>
        {listMessages.emptyText}
      </EmptyState>
    ) : (
      <EmptyState
        level={2}
        title={listMessages.none}
        actions={
          <Button kind="line" onClick={list.showAll}>
            {tableMessages.clear}
          </Button>
        }
      />
    );
  return (
    <>
      <ul className={view.turning ? 'picture-grid turning' : 'picture-grid'}>
        {view.rows.map(({ id, name, state }) => {
          const [word, tone] = stateMessages[state];
          return (
            <li key={id} className={id === openId ? 'open' : undefined}>
              <a href={detail.hrefOf(id)} onClick={inPage(() => detail.open(id))}>
                <span className="picture-frame">
                  {addressById[id] && (
                    <img
                      src={addressById[id].small_url}
                      alt=""
                      loading="lazy"
                      decoding="async"
                      // The picture's temporary address has expired, so a new one is requested.
                      onError={() => void addresses.load([id])}
                    />
                  )}
                </span>
                <b>{name}</b>
                <span className={`tag ${tone}`}>{word}</span>
              </a>
            </li>
          );
        })}
      </ul>
      <div className="list-foot">
        {view.next === null ? (
          <p className="quiet">{tableMessages.end(view.rows.length)}</p>
        ) : (
          <Button kind="line" busy={view.turning} onClick={() => void list.readMore()}>
            {view.late === null ? listMessages.more : failedMessages.again}
          </Button>
        )}
      </div>
    </>
  );
}
