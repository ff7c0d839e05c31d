import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { ConsentWords } from '#contract/management-consents.ts';
import { createManagerAccess } from '#api/manager-access.ts';
import { managed } from '#ui/staff/Managed.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { SideSheet } from '#ui/staff/SideSheet.tsx';
import { ConsentSheet } from './ConsentSheet.tsx';
import { createWordsStore, type WordsStore } from './detail.ts';
import { detailMessages, purposeMessages, screenMessages as words } from './messages.ts';

/** `/management/consents`: the words that families agree to, by purpose, and those of one in all versions. */
function Consents() {
  const [store] = useState(createWordsStore);
  const all = useStore(store.$all);
  const view = useStore(store.$view);
  useEffect(() => {
    void store.read();
    return store.watch();
  }, [store]);
  return (
    <>
      {all.state === 'loading' && (
        <ScreenWaiting title={words.loading} className="system-waiting stack" bars={['title', 'part']} />
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
          <section className="sheet" aria-label={words.title}>
            <ul>
              {all.all.map((one) => (
                <Row key={one.purpose} store={store} words={one} />
              ))}
            </ul>
          </section>
        </>
      )}
      {view.state !== 'closed' && (
        <SideSheet
          key={view.id}
          view={view}
          notFound="invalid_input"
          words={detailMessages}
          onClose={store.close}
          onAgain={() => void store.retry()}
        >
          {(record) => <ConsentSheet detail={store} record={record} />}
        </SideSheet>
      )}
    </>
  );
}

function Row({ store, words: one }: { store: WordsStore; words: ConsentWords }) {
  const [newest] = one.versions;
  return (
    <li className="consents-row">
      <a
        href={store.hrefOf(one.purpose)}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          store.open(one.purpose);
        }}
      >
        {purposeMessages[one.purpose]}
      </a>
      <p className="quiet numbers">{words.current(one)}</p>
      {newest && newest.version > one.current && <p className="quiet numbers">{words.planned(newest)}</p>}
    </li>
  );
}

export default managed(createManagerAccess(), words.viewOff, Consents);
