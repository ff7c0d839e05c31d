import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { NotLoaded } from '../staff/NotLoaded.tsx';
import { ScreenWaiting } from '../staff/ScreenWaiting.tsx';
import { SideSheet } from '../staff/SideSheet.tsx';
import type { Collection } from './collection.ts';

interface Props<Item, Code extends string, Outcome extends { state: 'done' | 'refused' }> {
  store: Pick<
    Collection<Item, Code, Outcome>,
    '$all' | '$view' | 'read' | 'watch' | 'close' | 'retry' | 'notFound'
  >;
  words: { title: string; lead: string; loading: string; failed: string };
  sheetWords: { close: string; loading: string; failed: string; notFound: string };
  sheet: (item: Item) => ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/**
 * A screen of all items of a small collection, which are read at once. The item that the address names opens in a
 * sheet beside them.
 */
export function CollectionScreen<Item, Code extends string, Outcome extends { state: 'done' | 'refused' }>({
  store,
  words,
  sheetWords,
  sheet,
  children,
}: Props<Item, Code, Outcome>) {
  const all = useStore(store.$all);
  const view = useStore(store.$view);
  useEffect(() => {
    void store.read();
    return store.watch();
  }, [store]);
  return (
    <>
      {all.state === 'loading' && (
        <ScreenWaiting
          title={words.loading}
          className="system-waiting stack"
          bars={['title', 'part', 'part']}
        />
      )}
      {all.state === 'failed' && <NotLoaded title={words.failed} onRetry={() => void store.read()} />}
      {all.state === 'ready' && (
        <>
          <header className="staff-head">
            <div>
              <h1>{words.title}</h1>
              <p className="quiet">{words.lead}</p>
            </div>
          </header>
          {children(all.records)}
        </>
      )}
      {view.state !== 'closed' && (
        <SideSheet
          key={view.id}
          view={view}
          notFound={store.notFound}
          words={sheetWords}
          onClose={store.close}
          onAgain={() => void store.retry()}
        >
          {sheet}
        </SideSheet>
      )}
    </>
  );
}
