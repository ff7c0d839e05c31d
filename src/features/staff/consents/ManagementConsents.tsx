import { useState } from 'react';
import type { ConsentWords } from '#contract/management-consents.ts';
import { createManagerAccess } from '#api/manager-access.ts';
import { CollectionScreen } from '#ui/kit/CollectionScreen.tsx';
import { managed } from '#ui/staff/Managed.tsx';
import { inPage } from '#ui/in-page.ts';
import { ConsentSheet } from './ConsentSheet.tsx';
import { createWordsStore, type WordsStore } from './detail.ts';
import { detailMessages, purposeMessages, screenMessages as words } from './messages.ts';

/** On this screen (`/management/consents`), staff see the texts that families agree to, by purpose. */
function Consents() {
  const [store] = useState(createWordsStore);
  return (
    <CollectionScreen
      store={store}
      words={words}
      sheetWords={detailMessages}
      sheet={(record) => <ConsentSheet detail={store} record={record} />}
    >
      {(all) => (
        <section className="sheet" aria-label={words.title}>
          <ul>
            {all.map((consent) => (
              <Row key={consent.purpose} store={store} words={consent} />
            ))}
          </ul>
        </section>
      )}
    </CollectionScreen>
  );
}

function Row({ store, words: consent }: { store: WordsStore; words: ConsentWords }) {
  const [newest] = consent.versions;
  return (
    <li className="consents-row">
      <a href={store.hrefOf(consent.purpose)} onClick={inPage(() => store.open(consent.purpose))}>
        {purposeMessages[consent.purpose]}
      </a>
      <p className="quiet numbers">{words.current(consent)}</p>
      {newest && newest.version > consent.current && <p className="quiet numbers">{words.planned(newest)}</p>}
    </li>
  );
}

export default managed(createManagerAccess(), words.viewOff, Consents);
